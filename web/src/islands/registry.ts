// Loads each island's module. Every entry is a separate chunk, fetched when its trigger fires.

export const registry = {
  article_filter: () => import("../blocks/article_list/article_filter/mount"),
  fee_calculator: () => import("../blocks/fee_calculator/mount"),
  newsletter_prompt: () => import("../page/newsletter_prompt/mount"),
  office_map: () => import("../blocks/office_visit/office_map/mount"),
  site_menus: () => import("../page/header/site_menus/mount"),
};

export type IslandName = keyof typeof registry;

/** The props of an island, which the page contains. `<Island>` itself adds the prefix of its ids. */
export type IslandProps<N extends IslandName> = Omit<
  Parameters<Awaited<ReturnType<(typeof registry)[N]>>["mount"]>[1],
  "identifierPrefix"
>;
