import { fontFaces } from "../design/fonts";
import { DataScript, InlineStyle } from "../parts/raw";
import { useSite } from "../site/context";
import type { PageRecord } from "./record";

const indexed = "index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1";

/** What stands in the head of every page. */
export function Head({ record, css }: { record: PageRecord; css: string }) {
  const { content, assets } = useSite();
  const { site } = content;
  const address = (src: string) => site.origin + assets.picture(src).url;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{record.title}</title>
      <meta name="description" content={record.description} />
      {record.keywords.length > 0 && <meta name="keywords" content={record.keywords.join(", ")} />}
      <meta name="robots" content={record.noindex ? "noindex, nofollow" : indexed} />
      <meta name="theme-color" content={site.theme_color} />
      <meta name="color-scheme" content="light dark" />
      <link rel="canonical" href={record.canonical} />
      <InlineStyle css={fontFaces(assets.fonts) + css} />
      <noscript>
        <InlineStyle css=".needs-script{display:none}" />
      </noscript>
      <link rel="preload" href={assets.fonts.display} as="font" type="font/woff2" crossOrigin="" />
      <link rel="preload" href={assets.fonts.text} as="font" type="font/woff2" crossOrigin="" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="alternate" href="/feed.xml" type="application/atom+xml" title={site.name} />
      <SharingTags record={record} image={address(record.socialImage.src)} />
      <PlaceTags />
      {record.data.map((make, at) => (
        <DataScript key={at} type="application/ld+json" data={make(address)} />
      ))}
      <DataScript type="speculationrules" data={speculation} />
      <script type="module" src={assets.runtime} />
    </head>
  );
}

function SharingTags({ record, image }: { record: PageRecord; image: string }) {
  const { site } = useSite().content;
  return (
    <>
      <meta property="og:type" content={record.type} />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:locale" content="en_US" />
      <meta property="og:title" content={record.title} />
      <meta property="og:description" content={record.description} />
      <meta property="og:url" content={record.canonical} />
      <meta property="og:image" content={image} />
      <meta property="og:image:alt" content={record.socialImage.alt} />
      {record.published && <meta property="article:published_time" content={record.published} />}
      {record.modified && <meta property="article:modified_time" content={record.modified} />}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={record.title} />
      <meta name="twitter:description" content={record.description} />
      <meta name="twitter:image" content={image} />
      <meta name="twitter:image:alt" content={record.socialImage.alt} />
    </>
  );
}

function PlaceTags() {
  const { city, region, country, latitude, longitude } = useSite().content.site.contact.address;
  return (
    <>
      <meta name="geo.region" content={`${country}-${region}`} />
      <meta name="geo.placename" content={city} />
      <meta name="geo.position" content={`${latitude};${longitude}`} />
      <meta name="ICBM" content={`${latitude}, ${longitude}`} />
    </>
  );
}

/** Pages that a hand is about to open are fetched ahead; nothing outside the site, and no files. */
const speculation = {
  prefetch: [{ where: { href_matches: "/*" }, eagerness: "moderate" }],
};
