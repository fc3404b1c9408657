import { totalmem } from 'node:os';

const mebibyte = 1024 * 1024;

/**
 * The server's settings: every answered commit is on disk; beyond that as fast as a small machine allows.
 * Given on the command line, so that they change with the program and not with the age of a data folder.
 */
export function serverSettings(): Record<string, string> {
  return {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    max_connections: '200',
    // What an answer of the bank stands on.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // A sixteenth of the memory is enough, since the operating system caches as well.
    shared_buffers: `${Math.round(Math.min(1024, Math.max(128, totalmem() / mebibyte / 16)))}MB`,
    // Checkpoints are what makes WAL large (whole pages) and commits slow. Two gigabytes are replayed in seconds.
    max_wal_size: '2GB',
    min_wal_size: '512MB',
    checkpoint_timeout: '10min',
    checkpoint_completion_target: '0.9',
    // With few checkpoints few whole pages are written, and processors are scarcer here than bytes on the disk.
    wal_compression: 'off',
    // Statements are short: compiling one, or sharing it out to workers, costs more than running it.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    random_page_cost: '1.1',
    // Balances and head rows are updated all the time: short runs of vacuum keep their pages small.
    autovacuum_naptime: '15s',
    autovacuum_vacuum_cost_limit: '1000',
    // Row values and parameters hold people's data: they stay out of the log.
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_line_prefix: '%m [%p] ',
    log_timezone: 'UTC',
    timezone: 'UTC',
  };
}

/** Settings as words of the server's command line. */
export function settingWords(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
