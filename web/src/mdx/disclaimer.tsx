import { useSite } from "../site/context";
import type { ArticleProps } from "./article_props";

/** A disclaimer of content/site.toml, by its name. */
export function Disclaimer({ kind }: ArticleProps<"Disclaimer">) {
  const { disclaimers } = useSite().content.site;
  const text = disclaimers[kind];
  if (text === undefined) {
    throw new Error(
      `<Disclaimer kind="${kind}">: expected one of ${Object.keys(disclaimers).join(", ")}. ` +
        "Correct the kind, or add it under [disclaimers] in content/site.toml.",
    );
  }
  return <p className="disclaimer">{text}</p>;
}
