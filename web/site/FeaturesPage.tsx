import { PageHead, ReadyToTalk } from './Band.tsx'
import { brand } from './brand.ts'
import { FeatureRows } from './FeatureRows.tsx'

const groups = [
  {
    title: 'Jobs',
    points: [
      'Import and export shipments by sea, air and road, full and part container loads',
      'Consolidations: a master job with its houses',
      'Consignee, shipper, agent, carrier and clearing agent, at most one each',
      'Loading, via, discharge and destination port from the worldwide list, or your own',
      'A table of every job: columns as you like them, filters, views of your own or shared, print',
      'One date or status changed for many jobs at once, and undone',
      'Excel and CSV in and out, with a preview before anything is imported',
    ],
  },
  {
    title: 'Cargo and charges',
    points: [
      'Items with quantity, packing, weights and packs, and their totals next to the job’s own',
      'Containers pasted from an e-mail, their numbers, weights and VGM checked beside the field',
      '76 packing modes, kilograms and tons, cubic metres and feet',
      'Origin, freight and destination charges by quote type',
      'Chargeable weight and air freight by weight break',
      'Exact decimals; a currency and a rate for each section',
    ],
  },
  {
    title: 'Documents',
    points: [
      'Word templates with placeholders, merge fields or content controls',
      'Word and PDF at the press of a button',
      'Attachments of any kind; Word, PDF, pictures and e-mails can be previewed',
      'Earlier versions and what was deleted can be restored for 30 days',
      'A document that is out of date because its job has changed says so',
    ],
  },
  {
    title: 'E-mail to everybody concerned',
    points: [
      'E-mail a shipment’s stakeholders from the job: consignee, shipper, agent and carrier',
      'Attach the documents that were made for it, as Word or PDF',
      'Templates that fill in recipients, text and attachments',
      'What was sent, to whom and when stays with the job',
    ],
  },
  {
    title: 'People and permissions',
    points: [
      'Administrators manage permissions and role-based access: Administrators, Staff, Viewers',
      'Every change kept: who, when, from what to what',
      'Any colleague can add another, never above their own role',
      'Notes on each job, and colleagues mentioned in them',
      'A second factor for everybody who wants one',
    ],
  },
  {
    title: 'Your systems',
    points: [
      'A documented API for everything the screens can do',
      'Tokens for programs, with the role that you give them',
      'Sign-in with your own provider: Azure AD B2C or any OpenID Connect',
      'Works with the keyboard alone, in light and dark, and on a phone',
    ],
  },
]

export function FeaturesPage() {
  return (
    <>
      <PageHead title="Features">
        What {brand.name} does for those who book, document and deliver freight, with the screens that do it.
      </PageHead>
      <section className="inside section section--close" aria-label="The screens">
        <FeatureRows level={2} />
      </section>
      <section className="section section--tinted" aria-labelledby="all">
        <div className="inside">
          <h2 id="all" className="section__title">
            Everything in it
          </h2>
          <div className="groups">
            {groups.map(({ title, points }) => (
              <article key={title} className="group">
                <h3 className="group__title">{title}</h3>
                <ul className="group__points">
                  {points.map(point => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              </article>
            ))}
          </div>
        </div>
      </section>
      <ReadyToTalk title="See it with your own shipments">
        Sign up and create the first job, or ask us whether it does what your office needs.
      </ReadyToTalk>
    </>
  )
}
