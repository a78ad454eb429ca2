import { Anchor, external } from "../../parts/anchor";
import row from "../../parts/block_row.css?inline";
import ledger from "../../parts/ledger.css?inline";
import { Prose } from "../../prose/prose";
import { useSite } from "../../site/context";
import { externalLink } from "../../site/lookups";
import { type BlockProps, BlockSection, type BlockView } from "../block";
import css from "./external_links.css?inline";

function ExternalLinks({ block }: BlockProps<"external_links">) {
  const { content } = useSite();
  const links = block.links.map((name) => externalLink(content, name));
  return (
    <BlockSection block={block}>
      <ul className="ledger">
        {links.map(({ label, href, description }) => (
          <li key={label}>
            <Anchor link={external(href)}>{label}</Anchor>
            {description && <Prose nodes={description} />}
          </li>
        ))}
      </ul>
    </BlockSection>
  );
}

export const externalLinks: BlockView<"external_links"> = { render: ExternalLinks, css: [row, ledger, css] };
