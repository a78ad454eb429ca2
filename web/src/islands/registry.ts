// Where each island's module is. Every entry is a chunk of its own, fetched when its trigger fires.

import type { IslandName, IslandProps, Mount } from "./contract";

export const registry: { [N in IslandName]: () => Promise<{ mount: Mount<IslandProps[N]> }> } = {
  article_filter: () => import("./article_filter/mount"),
  fee_calculator: () => import("./fee_calculator/mount"),
  newsletter_prompt: () => import("./newsletter_prompt/mount"),
  office_map: () => import("./office_map/mount"),
  site_menus: () => import("./site_menus/mount"),
};
