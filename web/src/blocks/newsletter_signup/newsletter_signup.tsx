import { Anchor, external } from "../../parts/anchor";
import { Prose } from "../../prose/prose";
import { useSite } from "../../site/context";
import { externalLink } from "../../site/lookups";
import { type BlockProps, BlockSection } from "../block";

export function NewsletterSignup({ block }: BlockProps<"newsletter_signup">) {
  const { content } = useSite();
  const { newsletter } = content.site;
  return (
    <BlockSection block={block} look="side-heading">
      <Prose nodes={block.body} />
      <p className="actions">
        <Anchor link={external(externalLink(content, newsletter.link).href)} className="button">
          {block.label ?? newsletter.label}
        </Anchor>
      </p>
    </BlockSection>
  );
}
