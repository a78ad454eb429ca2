import { Anchor, external } from "../../parts/anchor";
import ruledRows from "../../parts/ruled_rows.css?inline";
import { Prose } from "../../prose/prose";
import { useSite } from "../../site/context";
import { externalLink } from "../../site/lookups";
import { useStyles } from "../../site/styles";
import { type BlockProps, BlockSection } from "../block";

export function ExternalLinks({ block }: BlockProps<"external_links">) {
  useStyles(ruledRows);
  const { content } = useSite();
  const links = block.links.map((name) => externalLink(content, name));
  return (
    <BlockSection block={block}>
      <ul className="ruled-rows">
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
