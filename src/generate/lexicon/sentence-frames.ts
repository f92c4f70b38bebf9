/**
 * Sentences with gaps, one per line, by pool. A gap is a word in braces, filled once when the pools
 * are built. No gap follows an indefinite article, which would have to agree with the word.
 */
export const SENTENCE_FRAMES = {
  sentences: `
    The order for the {product} was delivered to {city} {days} days earlier than expected.
    {company} opened an office in {city} and plans to hire {many} people in {month}.
    Customers praise the clear instructions and the friendly support team in {city}.
    {person} presented the results for {month} and answered questions from the audience.
    The report compares sales of {department} products in {month} with the same month of last year.
    A short walk from the station in {city} leads to the old market square.
    Several users asked {company} for a simpler way to export their data.
    The team around {person} agreed on the next steps and set a date for the review.
    Prices for the {product} rose by {percent}% while demand stayed the same.
    The new version fixes the problem with slow searches that {person} reported in {month}.
    About {percent}% of the respondents were satisfied with the quality of the {product}.
    The meeting in {city} covered the budget, the schedule and open questions on staffing.
    {person} joined {company} in {month} and has led the {department} team since.
    Maintenance of the servers in {city} is planned for the first weekend of {month}.
    The invoice from {company} was paid in full and no balance remains.
    The study followed {many} households in {city} over {days} months.
    Both sides signed the contract in {month}, and deliveries start a week later.
    The course takes {days} weeks and ends with a project that {person} supervises.
    Visitors can reach the exhibition in {city} by bus, by train or on foot.
    The {product} went on sale in {month} and sold out within {days} days.
    {company} and {company} will work together on {department} products from {month} on.
    The article explains how small shops in {city} cope with rising rents.
    Support answered after {days} hours and replaced the {product} free of charge.
    The survey shows that {percent}% of the staff prefer to work from home on Fridays.
    Heavy rain delayed trains between {city} and {city} for several hours.
    The final design is simpler, cheaper and easier to repair than the first draft.
    {person} wrote the guide for people who use the software for the first time.
    After {days} weeks of testing, the changes were released to all customers.
    The city council of {city} approved the plan by a narrow majority.
    The {product} comes with a two-year warranty and a printed manual.
  `,
  reasons: `
    The text mentions {city} and {month} together, which settles the date and the place.
    The wording is clear on this point, and nothing later contradicts it.
    The amount matches the invoice from {company}, so no correction is needed.
    {person} confirms this directly in the second paragraph.
    The customer describes the {product} as broken on arrival, which points to damage in transit.
    Two independent details support this reading: the price and the delivery address in {city}.
    The tone is polite, but the request for a refund is explicit.
    No other option fits all the facts that are given.
    The figures for {month} are {percent}% above the average, which rules out a seasonal effect.
    The name of {company} appears in the header and again in the signature.
    The statement is hedged with words such as "probably", which lowers the confidence.
    The question is about shipping, and the policy for {department} products covers exactly this case.
    Several phrases express satisfaction, and only one is critical.
    The deadline in {month} has passed, so the standard terms apply.
    There is no evidence for the opposite, and the source is reliable.
    The order number and the name {person} both point to the same account.
  `,
  remarks: `
    The {product} arrived on time and works exactly as described.
    Good value for the money, although the packaging could be better.
    I contacted {company} twice and got a helpful answer within a day.
    The {product} stopped working after {days} weeks, and I would like a refund.
    Setup took {days} minutes, and the manual is easy to follow.
    I would order from {company} again without hesitation.
    The color looks different from the pictures, but the quality is fine.
    Delivery to {city} took {days} days longer than promised.
    My family uses the {product} every day and we are very happy with it.
    The staff in {city} were friendly and knew what they were talking about.
    Not bad, but I expected more for this price.
    Please call me back before the end of {month}.
    {person} was patient and explained every step.
    The app is fast, but the search could show better results.
    Exactly what I was looking for, and cheaper than elsewhere.
    The {product} feels solid and is surprisingly quiet.
  `,
  steps: `
    Ask {person} to confirm the delivery address in {city}.
    Send a replacement for the {product} and apologize for the delay.
    Schedule a follow-up call with {company} in {month}.
    Review the contract with {company} before it renews.
    Compare the offers of at least {days} suppliers.
    Update the documentation and inform the support team.
    Refund the customer within {days} business days.
    Check the stock of {department} products every week.
    Share the results with {person} and collect feedback.
    Train new colleagues on the returns process.
    Restart the device and install the latest update.
    Reduce the price of the {product} by {percent}%.
    Add a short summary at the top of the report.
    Escalate the ticket to the team in {city}.
    Set a reminder for the first week of {month}.
    Test the change with a small group of users first.
  `,
  questions: `
    When will the {product} be delivered to {city}?
    How can I change the address of my order?
    Who is responsible for the {department} team at {company}?
    What does the warranty for the {product} cover?
    Why did sales fall by {percent}% in {month}?
    Which option is cheaper over {days} years?
    Can I return the {product} after {days} weeks?
    Where is the nearest store of {company}?
    What did {person} recommend in the last meeting?
    How long does it take to travel from {city} to {city}?
    Is there a discount for orders of more than {many} pieces?
    What should be done before the end of {month}?
  `,
  strengths: `
    Fast delivery to {city}
    Friendly and competent support
    Clear instructions
    Good value for the money
    Easy to install
    Quiet in operation
    Long battery life
    Sturdy packaging
    Responsive design
    Flexible payment terms
    Experienced team in {city}
    Growth of {percent}% in {month}
    Low return rate for the {product}
    Strong demand for {department} products
    Reliable partner in {city}
    Wide range of accessories
  `,
  weaknesses: `
    Slow response times
    Limited choice of colors
    High shipping costs
    Missing documentation
    Late delivery in {month}
    Rising costs in {city}
    Short warranty
    Dependence on a single supplier
    Complicated checkout
    Noise at higher speeds
    No support on weekends
    Long queues in {city}
    Drop of {percent}% in {month}
    Few spare parts for the {product}
    Unclear return policy
    Staff shortage in {month}
  `,
  titles: `
    {company} Opens New Office in {city}
    A Weekend in {city}
    How {city} Plans Its Future
    Results for {month}
    {industry} Trends to Watch
    What We Learned in {month}
    An Interview with {person}
    Getting Started with {industry}
    The Story Behind {company}
    Review of the Year in {industry}
    {month} Newsletter
    Team Meeting in {city}
    A Practical Guide to {industry}
    {company} and {company} Announce Partnership
    Customer Survey, {month}
    Five Questions for {person}
    Planning Workshop in {city}
    Why {industry} Matters
  `,
  errors: `
    Request timed out after {days} seconds
    Connection to the server in {city} was lost
    File not found: {month}-report.pdf
    Expected a number, got text
    Permission denied for {person}
    The quota of {many} requests is used up
    Missing required field: address
    Invalid date format
  `,
} as const;
