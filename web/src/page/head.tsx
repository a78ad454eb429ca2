import { fontFaces } from "../design/fonts";
import { DataScript, InlineScript, InlineStyle } from "../parts/raw";
import type { Raster } from "../site/assets";
import { useSite } from "../site/context";
import afterPaint from "./after_paint.ts?script";
import type { PageRecord } from "./record";
import { lateStyles, sharedStyles } from "./styles";

const indexed = "index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1";

interface HeadProps {
  record: PageRecord;
  social: Raster;
  /** The styles of the components on the page. */
  css: string;
}

/** The head of every page. */
export function Head({ record, social, css }: HeadProps) {
  const { content, assets } = useSite();
  const { site } = content;
  const late = assets.styleSheet("late", lateStyles);
  const pictures = { logo: site.origin + assets.logo.url, social: site.origin + social.url };
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{record.title}</title>
      <meta name="description" content={record.description} />
      {record.keywords.length > 0 && <meta name="keywords" content={record.keywords.join(", ")} />}
      <meta name="robots" content={record.noindex ? "noindex, nofollow" : indexed} />
      <meta name="theme-color" content={site.theme_color} />
      <link rel="canonical" href={record.canonical} />
      {/* The text's face is found in the styles a moment later: asked for here as well, it competes with the page. */}
      <link rel="preload" href={assets.fonts.display} as="font" crossOrigin="anonymous" />
      <InlineScript
        code={afterPaint}
        data={{ "data-runtime": assets.scripts.runtime, "data-styles": late }}
      />
      <InlineStyle css={fontFaces(assets.fonts) + sharedStyles + css} />
      <noscript>
        <link rel="stylesheet" href={late} />
      </noscript>
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="alternate" href="/feed.xml" type="application/atom+xml" title={site.name} />
      <SharingTags record={record} social={social} />
      <PlaceTag />
      {record.data.map((make, at) => (
        <DataScript key={at} type="application/ld+json" data={make(pictures)} />
      ))}
      <DataScript type="speculationrules" data={speculation} />
      <link rel="preload" href={assets.picture(site.logo.src).url} as="image" fetchPriority="low" />
    </head>
  );
}

function SharingTags({ record, social }: { record: PageRecord; social: Raster }) {
  const { site } = useSite().content;
  const image = site.origin + social.url;
  return (
    <>
      <meta property="og:type" content={record.type} />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={record.title} />
      <meta property="og:description" content={record.description} />
      <meta property="og:url" content={record.canonical} />
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content={social.type} />
      <meta property="og:image:width" content={String(social.width)} />
      <meta property="og:image:height" content={String(social.height)} />
      <meta property="og:image:alt" content={record.socialAlt} />
      {record.published && <meta property="article:published_time" content={record.published} />}
      {record.modified && <meta property="article:modified_time" content={record.modified} />}
      {/* The other words of a card are those above. */}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

function PlaceTag() {
  const { latitude, longitude } = useSite().content.site.contact.address;
  return <meta name="geo.position" content={`${latitude};${longitude}`} />;
}

/** Pages that a visitor is about to open are prefetched; nothing outside the site, no files, no page twice. */
const speculation = {
  prefetch: [
    {
      where: {
        and: [
          { href_matches: "/*" },
          { not: { href_matches: "/*.*" } },
          { not: { selector_matches: "[href*='?']" } },
        ],
      },
      eagerness: "moderate",
    },
  ],
};
