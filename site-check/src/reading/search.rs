//! What search engines and networks are told of a page, and what no page shows.

use super::{Reader, spaced};
use site_schema::model::{Article, Content, FirmName, Page, ProviderType, Text};

impl Reader<'_> {
    pub(super) fn page_search(&mut self, page: &Page) {
        let meta = &page.meta;
        let site = &self.content.site;
        self.tell("title", &format!("{} | {}", &*meta.title, &*site.name));
        self.tell("name in breadcrumbs", &meta.short_title);
        self.tell("description", &meta.description);
        self.tell("keywords", &joined(&meta.keywords));
        let own = format!("{}{}", site.origin, page.route);
        self.tell(
            "canonical address",
            meta.canonical.as_deref().unwrap_or(&own),
        );
        let listed = if meta.noindex { "not listed" } else { "listed" };
        self.tell("in search engines", listed);
        if let Some(picture) = &meta.social_image {
            self.tell("picture when shared", &picture.src);
            self.tell("description of the picture when shared", &picture.alt);
        }
        if let Some(local) = &meta.local_service {
            let kind = match local.provider_type {
                ProviderType::FinancialService => "FinancialService",
                ProviderType::AccountingService => "AccountingService",
            };
            let firm = match local.firm {
                FirmName::Advisory => &site.firms.advisory.name,
                FirmName::Tax => &site.firms.tax.name,
            };
            let areas = joined(&local.area_served);
            let [name, service, firm] = [&local.name, &local.service_type, firm].map(|t| &**t);
            self.tell(
                "local service",
                &format!("{name}; {service}; {areas}; {firm} ({kind})"),
            );
        }
    }

    pub(super) fn article_search(&mut self, article: &Article) {
        let matter = &article.matter;
        let site = &self.content.site;
        self.tell("title", &format!("{} | {}", &*matter.title, &*site.name));
        self.tell("description", &matter.excerpt);
        self.tell("keywords", &joined(&matter.keywords));
        self.tell(
            "canonical address",
            &format!("{}{}", site.origin, article.route),
        );
        self.tell("category", matter.category.as_str());
        let author = self.author(article).to_owned();
        self.tell("author", &author);
        self.tell("published", matter.published.as_deref().unwrap_or_default());
        self.tell(
            "last changed",
            matter.modified.as_deref().unwrap_or_default(),
        );
        if let Some(picture) = &matter.social_image {
            self.tell("picture when shared", &picture.src);
            self.tell("description of the picture when shared", &picture.alt);
        }
    }

    fn tell(&mut self, name: &'static str, value: &str) {
        let value = spaced(value);
        if !value.is_empty() {
            self.reading.search.push((name, value));
        }
    }
}

pub(super) fn settings(content: &Content) -> Vec<(&'static str, String)> {
    let site = &content.site;
    let contact = &site.contact;
    let address = &contact.address;
    let hours = contact
        .hours
        .iter()
        .filter_map(|each| each.schema.as_deref());
    let listed = [
        ("address of the site", site.origin.to_string()),
        ("name of the site", site.name.to_string()),
        ("time zone", site.time_zone.to_string()),
        ("colour of the browser's bars", site.theme_color.to_string()),
        ("logo's description", site.logo.alt.to_string()),
        (
            "drawing beside titles when shared",
            site.social_image.src.to_string(),
        ),
        ("its description", site.social_image.alt.to_string()),
        ("founder's job title", site.founder.job_title.to_string()),
        ("country", address.country.to_string()),
        (
            "place on the map",
            format!("{}, {}", address.latitude, address.longitude),
        ),
        (
            "hours for search engines",
            hours.collect::<Vec<_>>().join(", "),
        ),
        ("embedded map", contact.map.to_string()),
        (
            "newsletter's pop-up appears after",
            format!("{} ms", site.newsletter.prompt.delay_ms),
        ),
        (
            "contact for security researchers",
            site.security.contact.to_string(),
        ),
        ("security.txt expires", site.security.expires.to_string()),
    ];
    listed.into()
}

fn joined(texts: &[Text]) -> String {
    texts
        .iter()
        .map(|text| &**text)
        .collect::<Vec<_>>()
        .join(", ")
}
