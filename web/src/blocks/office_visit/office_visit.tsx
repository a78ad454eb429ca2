import { Island } from "../../islands/island";
import { Address } from "../../parts/address";
import { Anchor, external, telephone } from "../../parts/anchor";
import { Prose } from "../../prose/prose";
import { useSite } from "../../site/context";
import { type BlockProps, BlockSection } from "../block";
import { OfficeMap } from "./office_map/office_map";

export function OfficeVisit({ block }: BlockProps<"office_visit">) {
  const { phone, directions } = useSite().content.site.contact;
  return (
    <BlockSection block={block}>
      <div className="office-columns">
        <div className="prose">
          <Prose nodes={block.body} />
          <Address />
          <p className="actions">
            <Anchor link={external(directions)} className="button">
              {block.directions_label}
            </Anchor>
            <a href={telephone(phone)} className="button button-quiet">
              {block.phone_label}
            </a>
          </p>
        </div>
        <Island name="office_map" trigger="visible" props={{}}>
          <OfficeMap label={block.map_label} />
        </Island>
      </div>
    </BlockSection>
  );
}
