//! The blocks of a page. Each field is named: one that is added must be placed here.

mod cards;
mod fees;

use super::Reader;
use site_schema::model::*;

impl Reader<'_> {
    pub(super) fn block(&mut self, block: &Block) {
        if let Some(id) = block.id() {
            self.mark("anchor", id);
        }
        match block {
            Block::Hero(block) => self.hero(block),
            Block::Section(block) => self.section(block),
            Block::ServiceCards(block) => self.service_cards(block),
            Block::ValueCards(block) => self.value_cards(block),
            Block::CoordinationCards(block) => self.coordination_cards(block),
            Block::CaseStudies(block) => self.case_studies(block),
            Block::Process(block) => self.process(block),
            Block::Buckets(block) => self.buckets(block),
            Block::Calendar(block) => self.calendar(block),
            Block::Faq(block) => self.faq(block),
            Block::TwoFirms(block) => self.two_firms(block),
            Block::Team(block) => self.team(block),
            Block::ExternalLinks(block) => self.external_links(block),
            Block::ServiceAreas(block) => self.service_areas(block),
            Block::ContactCards(block) => self.contact_cards(block),
            Block::ContactDetails(block) => self.contact_details(block),
            Block::OfficeVisit(block) => self.office_visit(block),
            Block::Appointments(block) => self.appointments(block),
            Block::FeeTiers(block) => self.fee_tiers(block),
            Block::FeeCalculator(block) => self.fee_calculator(block),
            Block::FeeExamples(block) => self.fee_examples(block),
            Block::TaxFees(block) => self.tax_fees(block),
            Block::Terms(block) => self.terms(block),
            Block::ArticleList(block) => self.article_list(block),
            Block::NewsletterSignup(block) => self.newsletter_signup(block),
            Block::CallToAction(block) => self.call_to_action(block),
        }
    }

    fn head(&mut self, heading: &Text, intro: Option<&RichText>) {
        self.line(heading);
        self.optional(intro);
    }

    fn optional(&mut self, prose: Option<&RichText>) {
        prose.into_iter().for_each(|prose| self.prose(prose));
    }

    fn texts(&mut self, texts: &[Text]) {
        self.lines(texts.iter().map(|text| &**text));
    }

    /// The name of an enum's value, as editors write it.
    fn icon(&mut self, icon: Icon) {
        self.mark("icon", &format!("{icon:?}").to_lowercase());
    }

    fn hero(&mut self, block: &Hero) {
        let Hero {
            id: _,
            eyebrow,
            title,
            lede,
            image,
            points,
            actions,
        } = block;
        self.lines(eyebrow.as_deref());
        self.line(title);
        self.optional(lede.as_ref());
        self.actions(actions);
        self.texts(points);
        image.iter().for_each(|image| self.picture(image));
    }

    fn section(&mut self, block: &Section) {
        let Section {
            id: _,
            heading,
            body,
            image,
            actions,
        } = block;
        self.head(heading, Some(body));
        image.iter().for_each(|image| self.picture(image));
        self.actions(actions);
    }

    fn process(&mut self, block: &Process) {
        let Process {
            id: _,
            heading,
            intro,
            steps,
            actions,
        } = block;
        self.head(heading, intro.as_ref());
        for ProcessStep {
            title,
            description,
            timeline,
        } in steps.iter()
        {
            self.line(title);
            self.lines(timeline.as_deref());
            self.prose(description);
        }
        self.actions(actions);
    }

    fn buckets(&mut self, block: &Buckets) {
        let Buckets {
            id: _,
            heading,
            intro,
            buckets,
            note,
            actions,
        } = block;
        self.head(heading, intro.as_ref());
        for Bucket {
            name,
            years,
            description,
        } in buckets.iter()
        {
            self.line(&format!("{} {}", &**name, &**years));
            self.optional(description.as_ref());
        }
        self.optional(note.as_ref());
        self.actions(actions);
    }

    fn calendar(&mut self, block: &Calendar) {
        let Calendar {
            id: _,
            heading,
            intro,
            labels,
            entries,
            note,
            actions,
        } = block;
        self.head(heading, intro.as_ref());
        for CalendarEntry {
            kind,
            when,
            title,
            description,
        } in entries.iter()
        {
            let kind = match kind {
                CalendarKind::Meeting => &labels.meeting,
                CalendarKind::Tax => &labels.tax,
                CalendarKind::Fee => &labels.fee,
            };
            self.line(&format!("{} {}", when.0.label, &**kind));
            self.line(title);
            self.optional(description.as_ref());
        }
        self.optional(note.as_ref());
        self.actions(actions);
    }

    fn faq(&mut self, block: &Faq) {
        let Faq { id: _, categories } = block;
        for FaqCategory {
            id,
            title,
            questions: _,
        } in categories.iter()
        {
            self.link(title, &format!("#{}", &**id));
        }
        for FaqCategory {
            id,
            title,
            questions,
        } in categories.iter()
        {
            self.mark("anchor", id);
            self.line(title);
            for Question {
                id,
                question,
                answer,
            } in questions.iter()
            {
                id.iter().for_each(|id| self.mark("anchor", id));
                self.line(question);
                self.prose(answer);
            }
        }
    }

    fn contact_details(&mut self, block: &ContactDetails) {
        let ContactDetails {
            id: _,
            heading,
            intro,
        } = block;
        self.head(heading, intro.as_ref());
        let contact = &self.content.site.contact;
        self.phone(&contact.phone);
        self.email();
        self.address();
        for OpeningHours {
            days,
            hours,
            schema: _,
        } in contact.hours.iter()
        {
            self.line(&format!("{}: {}", &**days, &**hours));
        }
    }

    fn office_visit(&mut self, block: &OfficeVisit) {
        let OfficeVisit {
            id: _,
            heading,
            body,
            directions_label,
            phone_label,
            map_label,
        } = block;
        self.head(heading, Some(body));
        self.address();
        let contact = &self.content.site.contact;
        self.link(directions_label, &contact.directions);
        self.phone(phone_label);
        self.line(map_label);
        self.line(&contact.map_title);
    }

    fn appointments(&mut self, block: &Appointments) {
        let Appointments { id: _, groups } = block;
        for AppointmentGroup {
            heading,
            intro,
            appointments,
        } in groups.iter()
        {
            self.head(heading, intro.as_ref());
            for Appointment {
                title,
                description,
                label,
                link,
            } in appointments.iter()
            {
                self.line(title);
                self.line(description);
                self.external(link, Some(label));
            }
        }
    }

    fn article_list(&mut self, block: &ArticleList) {
        let ArticleList {
            id: _,
            heading,
            filter_label,
            all_label,
            empty,
            reset_label,
        } = block;
        self.line(heading);
        self.line(filter_label);
        self.line(all_label);
        self.lines(Category::ALL.map(Category::as_str));
        self.line(&format!("{} articles found", self.content.articles.len()));
        self.line(empty);
        self.line(reset_label);
        for article in self.content.articles.iter() {
            self.card(article);
        }
    }

    fn newsletter_signup(&mut self, block: &NewsletterSignup) {
        let NewsletterSignup {
            id: _,
            heading,
            body,
            label,
        } = block;
        self.head(heading, Some(body));
        let newsletter = &self.content.site.newsletter;
        let label = label.as_ref().unwrap_or(&newsletter.label);
        self.external(&newsletter.link, Some(label));
    }

    fn call_to_action(&mut self, block: &CallToAction) {
        let CallToAction {
            id: _,
            heading,
            body,
            actions,
        } = block;
        self.head(heading, body.as_ref());
        self.actions(actions);
    }
}
