import { Anchor } from "../../parts/anchor";
import { Prose } from "../../prose/prose";
import { useSite } from "../../site/context";
import { externalHref } from "../../site/lookups";
import { useStyles } from "../../site/styles";
import { type BlockProps, BlockSection } from "../block";
import css from "./newsletter_signup.css?inline";

export function NewsletterSignup({ block }: BlockProps<"newsletter_signup">) {
  useStyles(css);
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
