import type { BlockOf } from "../../content";

export const example: BlockOf<"contact_details"> = {
  kind: "contact_details",
  id: null,
  heading: "Contact",
  intro: null,
};
