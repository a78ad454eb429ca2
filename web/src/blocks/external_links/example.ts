import type { BlockOf } from "../../content";

export const example: BlockOf<"external_links"> = {
  kind: "external_links",
  id: null,
  heading: "Memberships",
  intro: null,
  links: ["association"],
};
