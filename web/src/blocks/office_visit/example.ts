import type { BlockOf } from "../../content";
import { paragraph } from "../../testing/rich_text";

export const example: BlockOf<"office_visit"> = {
  kind: "office_visit",
  id: null,
  heading: "Visit",
  body: [paragraph("Ring the bell.")],
  directions_label: "Get Directions",
  phone_label: "Call us",
  map_label: "Show the map",
};
