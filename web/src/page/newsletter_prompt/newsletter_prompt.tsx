import { Anchor, external } from "../../parts/anchor";
import { useSite } from "../../site/context";
import { externalLink } from "../../site/lookups";

/** The newsletter's pop-up, closed. */
export function NewsletterPrompt() {
  const { content } = useSite();
  const { link, prompt } = content.site.newsletter;
  return (
    <dialog className="newsletter-prompt" aria-labelledby="newsletter-prompt-heading">
      <h2 id="newsletter-prompt-heading">{prompt.heading}</h2>
      <p>{prompt.body}</p>
      <p className="actions">
        <Anchor link={external(externalLink(content, link).href)} className="button">
          {prompt.label}
        </Anchor>
        <button type="button" className="button button-quiet" data-close="">
          {prompt.close_label}
        </button>
      </p>
    </dialog>
  );
}
