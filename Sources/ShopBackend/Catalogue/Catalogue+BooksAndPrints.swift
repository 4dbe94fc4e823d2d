extension Catalogue {
  /// Books, prints and the calendar.
  static let booksAndPrints = #"""
    product p-41 | 22 GBP | image books/forty-soups.jpg | related p-8 p-37
    name Forty Soups, a cookbook
    description Forty soups in the order of the year, each on one page, with what to do when half
      of the ingredients are missing. 144 pages, sewn, with a wipe-clean cover.
    review 5 ladle | I've cooked twenty-six of the forty. Number 17 (celeriac & burnt butter) is
      worth the whole book.
    review 5 Una | "If you have no leeks, use onions; if you have no onions, go out." A cookbook
      that knows me.
    review 4 Benedikt | Great recipes. No photographs, only drawings, which I came to like.
    review 2 C. Marchetti | The method for the ribollita forgets the bread. The BREAD. I see that
      there is an erratum on your site, but a book can't be refreshed.

    product p-42 | 30 EUR | image prints/low-tide.jpg | related p-45 p-44
    name Lighthouse at Low Tide, print, A3
    description A three-colour linocut printed on an old proofing press, numbered and signed in
      pencil. Sent rolled, on cotton paper with deckled edges.
    review 5 Perpetua | You can feel the ink with your fingertips. Number 41 of 150 hangs over my
      bath.
    review 4 Leif | Vackert tryck. Kom lite tillplattat i röret, men det gick att rätta till.
    review 5 greyhound_house | Wanted one for years, finally did it.

    product p-43 | 17.5 GBP | image books/moths.jpg | related p-32 p-41
    name Moths of the Back Garden
    description Two hundred moths that come to an ordinary lamp, painted at life size and arranged
      by the month you will meet them. Fits a coat pocket.
    review 5 lepidopter | Life size is the stroke of genius: hold the book to the window and
      compare.
    review 4 Myfanwy | Splendid, though the thin ones of chapter nine all look the same to me.
      Perhaps they are the same.
    review 5 Oskar, 8 | i found 14 of them in one night and my dad found 3

    product p-44 | 19 EUR | image prints/calendar.jpg | related p-42 p-48
    name Wall calendar, twelve harbours
    description A month to a page in two colours of ink, with the moon and the tides of twelve
      small harbours. Begins in any month you like.

    product p-45 | 42 USD | image prints/family.jpg | related p-42 p-48
    name Family portrait, drawn for you 👩‍👩‍👧‍👦
    description Send us a photograph and an illustrator draws your family in ink and two colours,
      pets included. Printed at 30 by 40 cm; ready in ten days.
    review 5 Joelle | They even caught the way my son stands on one leg. We cried, all four of us
      👩‍👩‍👧‍👦
    review 3 rodrigo_t | Linda ilustração, mas demorou três semanas e não dez dias.
    review 5 Esther | The upload page wanted a file from C:\\Pictures and I only have a phone, so
      I wrote to them instead. A real person answered within the hour. The drawing is perfect, the
      dog looks guilty as in life.
    """#
}
