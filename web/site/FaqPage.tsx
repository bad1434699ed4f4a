import { IconChevronDown } from '#web/ui/icons.ts'
import { askQuestion } from '#contract/enquiries.ts'
import { PageHead } from './Band.tsx'
import { FormField } from './FormField.tsx'
import { MessageForm } from './MessageForm.tsx'
import { frequentQuestions } from './questions.ts'

export function FaqPage() {
  return (
    <>
      <PageHead title="Frequently asked questions">
        Six questions that forwarders ask first. If yours is not among them, ask it below.
      </PageHead>
      <section className="inside section section--close" aria-label="Questions and answers">
        <div className="questions" id="questions">
          {frequentQuestions.map(({ question, answer }, index) => (
            <details key={question} className="question" open={index === 0}>
              <summary>
                <h2 className="question__title">{question}</h2>
                <IconChevronDown size={20} aria-hidden />
              </summary>
              <div className="question__answer">
                {answer.map(paragraph => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            </details>
          ))}
        </div>
      </section>
      <section className="section section--tinted" aria-labelledby="ask">
        <div className="inside ask">
          <div>
            <h2 id="ask" className="section__title">
              Ask a question
            </h2>
            <p className="section__text">
              We answer by e-mail. Questions that come up often are added to the list above.
            </p>
          </div>
          <MessageForm page="faq" call={askQuestion.path} label="Ask a question" button="Send Question">
            <FormField name="name" label="Name" autoComplete="name" />
            <FormField name="email" label="Email" type="email" autoComplete="email" />
            <FormField name="question" label="Question" rows={5} />
          </MessageForm>
        </div>
      </section>
    </>
  )
}
