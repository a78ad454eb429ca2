//! What stands on every page: the header, the footer, the newsletter's pop-up.

use super::Reader;

impl Reader<'_> {
    pub(super) fn header(&mut self) {
        let site = &self.content.site;
        self.brand();
        for item in site.header.navigation.iter() {
            match &item.href {
                Some(href) => self.link(&item.name, &href.0.href),
                None => self.line(&item.name),
            }
            for link in item.submenu.iter() {
                self.link(&link.name, &link.href.0.href);
            }
        }
        self.line(&site.header.client_resources_label);
        for name in site.header.client_resources.iter() {
            self.external(name, None);
        }
        self.actions(std::slice::from_ref(&site.header.action));
    }

    pub(super) fn footer(&mut self) {
        let site = &self.content.site;
        self.brand();
        self.line(&site.tagline);
        let areas: Vec<&str> = site.service_areas.iter().map(|area| &**area).collect();
        self.line(&areas.join(" · "));
        self.phone(&site.contact.phone);
        self.email();
        self.address();
        for column in site.footer.columns.iter() {
            self.line(&column.heading);
            for link in column.links.iter() {
                self.link(&link.name, &link.href.0.href);
            }
        }
        self.actions(std::slice::from_ref(&site.footer.action));
        for name in site
            .footer
            .social
            .iter()
            .chain(site.footer.documents.iter())
        {
            self.external(name, None);
        }
        self.disclaimer("the footer's disclosure", &site.footer.disclosure);
        self.line(&site.footer.copyright);
    }

    pub(super) fn newsletter_prompt(&mut self) {
        let newsletter = &self.content.site.newsletter;
        self.line(&newsletter.prompt.heading);
        self.line(&newsletter.prompt.body);
        self.external(&newsletter.link, Some(&newsletter.prompt.label));
        self.line(&newsletter.prompt.close_label);
    }

    /// The logo, which its name describes, leading home.
    fn brand(&mut self) {
        let site = &self.content.site;
        self.reading.pictures.push(site.logo.src.to_string());
        self.link(&site.name, "/");
    }
}
