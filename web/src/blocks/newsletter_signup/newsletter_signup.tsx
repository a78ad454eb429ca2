import { Anchor } from "../../parts/anchor";
import { Prose } from "../../prose/prose";
import { useSite } from "../../site/context";
import { externalHref } from "../../site/lookups";
import { type BlockProps, BlockSection } from "../block";

export function NewsletterSignup({ block }: BlockProps<"newsletter_signup">) {
  const { content } = useSite();
  const { newsletter } = content.site;
  return (
    <BlockSection block={block} look="side-heading">
      <Prose nodes={block.body} />
      <p className="actions">
        <Anchor link={externalHref(content, newsletter.link)} className="button">
          {block.label ?? newsletter.label}
        </Anchor>
      </p>
    </BlockSection>
  );
}
