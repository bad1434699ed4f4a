import { Picture } from './Picture.tsx'

const rows = [
  {
    picture: 'job',
    height: 880,
    alt: 'A job card with its stakeholders, quotation details and ports',
    title: 'One card for a shipment',
    text: 'Parties, quote, ports, schedule, cargo and arrival notice are on one page, in the order in which you fill them in. Items, charges, attachments and the history are a tab away.',
    points: [
      'Parties and ports are found as you type, or added on the spot',
      'Two people may work on one job: nobody’s change is silently overwritten',
      'Half-typed forms survive a reload and a new sign-in',
    ],
  },
  {
    picture: 'document',
    height: 880,
    alt: 'A house bill of lading made from the job, previewed before it is downloaded',
    title: 'Documents from your own templates',
    text: 'Design the document in Word and upload it. It comes back filled in: addresses, ports, vessel, dates, one row for each item, totals and numbers from your own series.',
    points: [
      'Eighteen documents to start with, from the bill of lading to the packing list',
      'Mistakes in a template are listed, with their place, before anything is printed',
      'Any file can be attached to the job; Word, PDF, pictures and e-mails can be previewed',
    ],
  },
  {
    picture: 'finance',
    height: 880,
    alt: 'The charges of a job by section: origin, freight and destination, with totals and currencies',
    title: 'Charges that follow the quote type',
    text: 'Cost & Freight, ExWorks or Free on board: the quote type decides which charges you see. Freight by weight break is calculated for you, with the working shown.',
    points: [
      'Each section in its currency, the total in yours',
      'A total is the sum until you type another, and the screen shows which it is',
      'The totals of a contact’s jobs, on the contact',
    ],
  },
] as const

/** What the product does, each with the screen that does it. */
export function FeatureRows({ level }: { level: 2 | 3 }) {
  const Heading = `h${level}` as const
  return (
    <div className="rows">
      {rows.map(({ picture, height, alt, title, text, points }) => (
        <article key={title} className="row">
          <div className="row__words">
            <Heading className="row__title">{title}</Heading>
            <p className="row__text">{text}</p>
            <ul className="row__points">
              {points.map(point => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </div>
          <Picture
            name={picture}
            alt={alt}
            widths={[640, 1280]}
            height={height}
            sizes="(min-width: 1168px) 655px, (min-width: 900px) 55vw, (min-width: 600px) calc(100vw - 48px), 500px"
          />
        </article>
      ))}
    </div>
  )
}
