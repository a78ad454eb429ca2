import type { BlockOf } from "../../content";

export const example: BlockOf<"service_areas"> = {
  kind: "service_areas",
  id: null,
  heading: "Where",
  intro: null,
  groups: [
    { title: "Near", items: ["Tulsa"] },
    { title: "Far", items: ["By video"] },
  ],
  actions: [{ label: "Riverton", href: { kind: "page", href: "/riverton-planning" } }],
};
