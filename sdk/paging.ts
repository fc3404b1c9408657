import type { CallOptions } from './client.ts';

export interface Pagination {
  page: number;
  limit: number;
  /** Exact up to 10,000, null above. */
  total: number | null;
  pages: number | null;
  has_more: boolean;
}

/** One page of a list. */
export interface Page<Item> {
  items: Item[];
  pagination: Pagination;
}

/** An operation that lists: called, it answers one page; `all` goes through every page. */
export interface List<Input, Item, Answer extends Page<Item> = Page<Item>> {
  (input: Input & { page: number; limit: number }, options?: CallOptions): Promise<Answer>;
  /** Every item, page after page, read as they are needed: `for await (const item of emi.accountsList.all())`. */
  all(input?: Input & { limit?: number }, options?: CallOptions): AsyncGenerator<Item, void>;
}

type Fields = Readonly<Record<string, unknown>>;
type ReadPage = (input: Fields, options?: CallOptions) => Promise<Page<Fields>>;

/**
 * Goes through a list. What is added at its head meanwhile moves the rest down, so an item that was seen is left out.
 * With `load_after` it goes upwards from that item, by itself: that misses nothing and needs no counting.
 */
export async function* everyItem(
  read: ReadPage,
  { limit, ...input }: Fields,
  pageLimit: number,
  options?: CallOptions,
): AsyncGenerator<Fields, void> {
  const seen = new Set<unknown>();
  const follows = Boolean(input.load_after);
  let after = input.load_after;
  for (let page = 1; ; page += 1) {
    const place = follows ? { page: 1, load_after: after } : { page };
    const { items, pagination } = await read({ limit: limit ?? pageLimit, ...input, ...place }, options);
    for (const item of items) {
      if (!follows && item.token !== undefined && seen.has(item.token)) continue;
      if (!follows) seen.add(item.token);
      yield item;
    }
    if (!pagination.has_more) return;
    after = items.at(-1)?.token;
  }
}
