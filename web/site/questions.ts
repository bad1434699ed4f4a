import { brand } from './brand.ts'

/** A paragraph each; the same words stand on the page and in what search engines read. */
export type FrequentQuestion = { question: string; answer: readonly string[] }

export const frequentQuestions: readonly FrequentQuestion[] = [
  {
    question: 'What does it cost?',
    answer: [
      `${brand.plansInWords}.`,
      'The Pricing page says what each plan includes. You do not need a card to sign up.',
    ],
  },
  {
    question: 'Can we keep the Word documents we use today?',
    answer: [
      'Yes. You design a document in Word, save it as a template (.dotx) and upload it. Put placeholders, merge fields or content controls where the job’s values belong, and tables fill themselves with one row for each cargo item.',
      'A new company also starts with eighteen templates, among them a bill of lading, an arrival notice, a delivery order and a packing list, which you can change as you like.',
    ],
  },
  {
    question: 'Does it handle sea, air and road, imports and exports?',
    answer: [
      'Yes, all three modes in both directions, full and part container loads, and consolidations as a master job with its house jobs. The charges that you see follow the quote type and the mode: Cost & Freight, ExWorks or Free on board, by weight break for air and by container for sea.',
    ],
  },
  {
    question: 'Who in our office can see and change what?',
    answer: [
      'Administrators decide. Each colleague is an Administrator, Staff or a Viewer, and Administrators can adjust what Staff and Viewers may do. Every change is kept with who made it, when, and the value before and after.',
      'Nobody outside your company sees any of it: the database itself keeps companies apart.',
    ],
  },
  {
    question: 'Can we take our data with us?',
    answer: [
      'Yes. An Administrator downloads everything of the company as one file: spreadsheets, data for programs and every document, with pages to read it by without a connection. Lists go to Excel or CSV at any time.',
      'Programs read and write everything through a documented API (described at /api/docs) with a token that you create yourself.',
      'What you delete or replace among documents and templates can be restored for 30 days.',
    ],
  },
  {
    question: 'When will the further plans be available?',
    answer: ['Coming soon.'],
  },
]
