import { LinkTabs } from '#web/ui/page/LinkTabs.tsx'

/** The templates themselves, the fields that they may name, and how to write them. */
export const TemplateTabs = () => (
  <LinkTabs
    label="Document Templates"
    tabs={[
      { label: 'Templates', link: { to: '/webapp/documenttemplates' } },
      { label: 'Fields', link: { to: '/webapp/documenttemplates/fields' } },
      { label: 'Guide', link: { to: '/webapp/documenttemplates/guide' } },
    ]}
  />
)
