import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics } from '../kernel/metrics.ts';

export interface OpenMetrics extends Metrics {
  /** Everything in Prometheus' text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Opens the metrics of one process. */
export function openMetrics(): OpenMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    request: requestMetrics(registry),
    committed: commitMetrics(registry),
    ...deliveryMetrics(registry),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function requestMetrics(registry: Registry): Metrics['request'] {
  const requests = new Counter({
    name: 'openemi_requests_total',
    help: 'Requests answered, by operation and code.',
    labelNames: ['operation', 'code'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'openemi_request_seconds',
    help: 'How long requests took, by operation.',
    labelNames: ['operation'],
    buckets: seconds,
    registers: [registry],
  });
  return (operation, code, took) => {
    requests.inc({ operation, code });
    durations.observe({ operation }, took);
  };
}

function commitMetrics(registry: Registry): Metrics['committed'] {
  const registers = [registry];
  const commits = new Counter({
    name: 'openemi_commits_total',
    help: 'Groups committed by the posting engine.',
    registers,
  });
  const groups = new Histogram({
    name: 'openemi_group_works',
    help: 'How many works a committed group held.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  });
  return (works) => {
    commits.inc();
    groups.observe(works);
  };
}

function deliveryMetrics(registry: Registry): Pick<Metrics, 'eventLag' | 'delivery'> {
  const registers = [registry];
  const lag = new Gauge({
    name: 'openemi_event_lag_seconds',
    help: 'Age of the oldest event not yet delivered.',
    registers,
  });
  const deliveries = new Counter({
    name: 'openemi_deliveries_total',
    help: 'Webhook deliveries tried, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'openemi_delivery_seconds',
    help: 'How long webhook deliveries took.',
    buckets: seconds,
    registers,
  });
  return {
    eventLag: (age) => lag.set(age),
    delivery(outcome, took) {
      deliveries.inc({ outcome });
      durations.observe(took);
    },
  };
}
