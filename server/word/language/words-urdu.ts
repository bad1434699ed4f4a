const UP_TO_99 = [
  'صفر ایک دو تین چار پانچ چھ سات آٹھ نو دس گیارہ بارہ تیرہ چودہ پندرہ سولہ سترہ اٹھارہ انیس',
  'بیس اکیس بائیس تئیس چوبیس پچیس چھبیس ستائیس اٹھائیس انتیس تیس اکتیس بتیس تینتیس چونتیس پینتیس چھتیس سینتیس اڑتیس انتالیس',
  'چالیس اکتالیس بیالیس تینتالیس چوالیس پینتالیس چھیالیس سینتالیس اڑتالیس انچاس پچاس اکیاون باون ترپن چون پچپن چھپن ستاون اٹھاون انسٹھ',
  'ساٹھ اکسٹھ باسٹھ ترسٹھ چونسٹھ پینسٹھ چھیاسٹھ سڑسٹھ اڑسٹھ انہتر ستر اکہتر بہتر تہتر چوہتر پچھتر چھہتر ستتر اٹھہتر اناسی',
  'اسی اکیاسی بیاسی تراسی چوراسی پچاسی چھیاسی ستاسی اٹھاسی نواسی نوے اکانوے بانوے ترانوے چورانوے پچانوے چھیانوے ستانوے اٹھانوے ننانوے',
]
  .join(' ')
  .split(' ')

const SCALES: readonly (readonly [size: bigint, name: string])[] = [
  [100_000_000_000n, 'کھرب'],
  [1_000_000_000n, 'ارب'],
  [10_000_000n, 'کروڑ'],
  [100_000n, 'لاکھ'],
  [1_000n, 'ہزار'],
  [100n, 'سو'],
]

/** By the scale of South Asia: ہزار, لاکھ, کروڑ, ارب, کھرب. */
export function inUrdu(groups: readonly number[]): string {
  return spelled(BigInt(groups.map(group => String(group).padStart(3, '0')).join('')))
}

function spelled(number: bigint): string {
  if (number < 100n) return UP_TO_99[Number(number)] ?? ''
  const [size, name] = SCALES.find(([each]) => number >= each) ?? [100n, 'سو']
  const rest = number % size
  return `${spelled(number / size)} ${name}${rest === 0n ? '' : ` ${spelled(rest)}`}`
}
