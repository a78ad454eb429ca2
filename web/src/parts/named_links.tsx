import { useSite } from "../site/context";
import { externalLink } from "../site/lookups";
import { Anchor, external } from "./anchor";

/** The items of a list of links to other sites, by their names in content/site.toml. */
export function NamedLinks({ names }: { names: string[] }) {
  const { content } = useSite();
  return names.map((name) => {
    const { href, label } = externalLink(content, name);
    return (
      <li key={name}>
        <Anchor link={external(href)}>{label}</Anchor>
      </li>
    );
  });
}
