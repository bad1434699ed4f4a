import { LinkTabs } from '#web/ui/page/LinkTabs.tsx'

/** The templates of documents and of e-mails, the fields that they may name, and how to write them. */
export const TemplateTabs = () => (
  <LinkTabs
    label="Document Templates"
    tabs={[
      { label: 'Templates', link: { to: '/webapp/documenttemplates' } },
      { label: 'E-mails', link: { to: '/webapp/documenttemplates/emails' } },
      { label: 'Fields', link: { to: '/webapp/documenttemplates/fields' } },
      { label: 'Guide', link: { to: '/webapp/documenttemplates/guide' } },
    ]}
  />
)
