//! Blocks that set things side by side: services, values, people, firms, places.

use crate::reading::Reader;
use site_schema::model::*;

impl Reader<'_> {
    pub(super) fn service_cards(&mut self, block: &ServiceCards) {
        let ServiceCards {
            id: _,
            heading,
            intro,
            cards,
            actions,
        } = block;
        self.head(heading, intro.as_ref());
        for card in cards.iter() {
            let ServiceCard {
                title,
                description,
                features,
                icon,
                image,
                illustration,
                action,
            } = card;
            match (image, illustration) {
                (Some(image), _) => self.picture(image),
                (None, Some(drawing)) => self.reading.pictures.push(drawing.to_string()),
                (None, None) => self.icon(*icon),
            }
            self.line(title);
            self.prose(description);
            self.texts(features);
            self.actions(action.as_slice());
        }
        self.actions(actions);
    }

    pub(super) fn value_cards(&mut self, block: &ValueCards) {
        let ValueCards {
            id: _,
            heading,
            intro,
            cards,
            actions,
        } = block;
        self.head(heading, intro.as_ref());
        for ValueCard {
            title,
            description,
            icon,
        } in cards.iter()
        {
            icon.iter().for_each(|icon| self.icon(*icon));
            self.line(title);
            self.prose(description);
        }
        self.actions(actions);
    }

    pub(super) fn coordination_cards(&mut self, block: &CoordinationCards) {
        let CoordinationCards {
            id: _,
            heading,
            intro,
            cards,
            actions,
        } = block;
        self.head(heading, intro.as_ref());
        for CoordinationCard {
            title,
            description,
            planning_step,
            tax_step,
        } in cards.iter()
        {
            self.line(title);
            self.prose(description);
            self.line(&format!("Planning {}", &**planning_step));
            self.line(&format!("Taxes {}", &**tax_step));
        }
        self.actions(actions);
    }

    pub(super) fn case_studies(&mut self, block: &CaseStudies) {
        let CaseStudies {
            id: _,
            heading,
            intro,
            studies,
            disclaimer,
        } = block;
        self.head(heading, intro.as_ref());
        for CaseStudy {
            title,
            subtitle,
            icon,
            challenge,
            solution,
        } in studies.iter()
        {
            self.icon(*icon);
            self.line(title);
            self.line(subtitle);
            self.prose(challenge);
            self.prose(solution);
        }
        self.disclaimer(&format!("below “{}”", &**heading), disclaimer);
    }

    pub(super) fn two_firms(&mut self, block: &TwoFirms) {
        let TwoFirms {
            id: _,
            heading,
            intro,
            actions,
        } = block;
        self.head(heading, Some(intro));
        let Firms { advisory, tax } = &self.content.site.firms;
        for Firm {
            name,
            kind,
            description,
        } in [advisory, tax]
        {
            self.lines([&**kind, &**name, &**description]);
        }
        self.actions(actions);
    }

    pub(super) fn team(&mut self, block: &Team) {
        let Team {
            id: _,
            heading,
            intro,
            people,
            actions,
        } = block;
        self.head(heading, intro.as_ref());
        for TeamMember {
            name,
            role,
            portrait,
            biography,
            credentials,
        } in people.iter()
        {
            self.picture(portrait);
            self.line(name);
            self.line(role);
            self.prose(biography);
            self.texts(credentials);
        }
        self.actions(actions);
    }

    pub(super) fn external_links(&mut self, block: &ExternalLinks) {
        let ExternalLinks {
            id: _,
            heading,
            intro,
            links,
        } = block;
        self.head(heading, intro.as_ref());
        for name in links.iter() {
            self.external(name, None);
            let link = self.content.site.external.get(name);
            self.optional(link.and_then(|link| link.description.as_ref()));
        }
    }

    pub(super) fn service_areas(&mut self, block: &ServiceAreas) {
        let ServiceAreas {
            id: _,
            heading,
            intro,
            groups,
            actions,
        } = block;
        self.head(heading, intro.as_ref());
        for AreaGroup { title, items } in groups.iter() {
            self.line(title);
            self.texts(items);
        }
        self.actions(actions);
    }

    pub(super) fn contact_cards(&mut self, block: &ContactCards) {
        let ContactCards {
            id: _,
            heading,
            intro,
            cards,
        } = block;
        self.head(heading, intro.as_ref());
        for ContactCard {
            icon,
            title,
            details,
            href,
            description,
        } in cards.iter()
        {
            self.icon(*icon);
            self.line(title);
            match href {
                Some(href) => self.link(details, &href.0.href),
                None => self.line(details),
            }
            self.line(description);
        }
    }
}
