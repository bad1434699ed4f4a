const hours = [
  {
    time: '08:30',
    title: 'See what the day holds',
    text: 'The dashboard shows what sails and what arrives. Your own view, filters and order included, opens with one click.',
  },
  {
    time: '09:10',
    title: 'Open the job for a new booking',
    text: 'Consignee, shipper, agent and carrier from your contacts, ports from the worldwide list, dates typed the way you say them.',
  },
  {
    time: '10:00',
    title: 'Send out the arrival notices',
    text: 'The job fills your template, and tells you first what is still missing. The e-mail to the consignee is sent from the job and kept with it.',
  },
  {
    time: '11:15',
    title: 'Answer “where is my shipment?”',
    text: 'Ctrl+K and a bill of lading, a name or a job number. The answer is on the first line, on your phone too.',
  },
]

/** What the product changes in a forwarder’s day. */
export function Morning() {
  return (
    <section className="section section--tinted" aria-labelledby="morning">
      <div className="inside">
        <h2 id="morning" className="section__title">
          What your morning looks like
        </h2>
        <p className="section__text">
          In Karachi, Felixstowe or wherever your cargo meets the quay: the same four things, without retyping
          any of them.
        </p>
        <ol className="morning">
          {hours.map(({ time, title, text }) => (
            <li key={time} className="morning__hour">
              <p className="morning__time">{time}</p>
              <h3 className="morning__title">{title}</h3>
              <p className="morning__text">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
