import { Anchor } from "../../parts/anchor";
import thirds from "../../parts/thirds.css?inline";
import { Prose } from "../../prose/prose";
import { useSite } from "../../site/context";
import { externalHref } from "../../site/lookups";
import { type BlockProps, BlockSection, type BlockView } from "../block";
import css from "./newsletter_signup.css?inline";

function NewsletterSignup({ block }: BlockProps<"newsletter_signup">) {
  const { content } = useSite();
  const { newsletter } = content.site;
  return (
    <BlockSection block={block} look="thirds">
      <Prose nodes={block.body} />
      <p className="actions">
        <Anchor link={externalHref(content, newsletter.link)} className="button">
          {block.label ?? newsletter.label}
        </Anchor>
      </p>
    </BlockSection>
  );
}

export const newsletterSignup: BlockView<"newsletter_signup"> = {
  render: NewsletterSignup,
  css: [thirds, css],
};
