extension Catalogue {
  /// Mugs, the first of them `p-1`.
  static let mugs = #"""
    product p-1 | 18.5 EUR | image mugs/ocean.jpg | related p-2 p-4 p-15
    name Ocean mug
    description A hand-thrown stoneware mug in a glaze that runs from deep blue to foam white, so
      no two are alike. Holds 350 ml and may go in the dishwasher.
    review 5 maja | The glaze is even better in daylight. Mine has a green streak near the handle
      that I keep looking at.
    review 4 Tomás R. | Beautiful, but it is heavier than it looks. My mother finds it too much
      when it is full.
    review 5 ingrid_k | Bought one, then three more.
    review 2 paul.h | Lovely colour, but the foot was left rough and it scratched our table on the
      first morning. A minute with sandpaper fixed it. At this price I shouldn't have to.
    review 5 日和 | 色がとてもきれいです。毎朝これでコーヒーを飲んでいます。
    review 4 Fenna | Keeps tea warm for longer than my thin ones do. The inside stains a little if
      you leave it overnight.
    review 5 sam_outofoffice | Survived a fall from the desk onto carpet & a colleague who calls
      it "the swimming pool".
    review 3 Oriol | It's a nice mug. The photo shows much more white than mine has.
    review 5 Bea | Exactly what I hoped for

    product p-2 | 21 EUR | image mugs/slate.jpg | related p-1 p-21 p-37
    name Tall slate mug
    description A straight-sided mug, matt grey outside and glossy inside, with a handle that fits
      four fingers. Holds 450 ml, enough for a whole film.
    review 5 Jonas | Finally a handle for people with actual hands.
    review 4 lotte.v | Love the size. The matt outside picks up marks from metal spoons, which
      mostly wash off.
    review 5 Aurélie | Parfait pour mes tisanes du soir, il reste chaud longtemps.
    review 2 kettle_on | Too tall for the upper rack of our dishwasher, so it has to go below with
      the plates. The sizes on the page don't mention that.
    review 5 Mirek | Good. Heavy. Mine.

    product p-3 | 12.75 USD | image mugs/enamel.jpg | related p-30 p-33 p-31
    name Enamel camping mug
    description Steel under two coats of enamel, with a rolled rim that does not cut the lip. Goes
      on the fire, in the pack and, when it chips, on as before.
    review 5 trailmix | Eleven nights in the hills, coffee in the morning and soup in the evening.
      One chip so far and it makes the mug look better.
    review 4 Dana | Light and tough. Of course it burns your lips when you pour straight from the
      pot; that's metal for you.
    review 5 Wilf | Wife has claimed it.
    review 3 hank_o | Smaller than I thought. Check the volume before you order: 300 ml is not a
      big coffee.
    review 5 Noor | We use four of them on the balcony. Even the five-year-old can't break them
      (he has tried).
    review 1 R. Castellan | Rust spots on the rim within two weeks, always dried by hand. I wrote
      twice and was told that it is "part of the character of enamel". No, it is a hole in the
      enamel.

    product p-4 | 29.9 EUR | image mugs/cafe-creme.jpg | related p-1 p-15 p-20
    name Café crème, two small mugs
    description A pair of porcelain mugs the colour of milky coffee, thin at the lip and thick at
      the base. Each holds 180 ml: a double espresso with room for the milk.
    review 5 Giulia | The right size for a cappuccino at last. Everything else on the market is a
      bucket.
    review 4 Zoë | Pretty, and nicely packed. One is a touch darker than the other, but side by
      side that looks deliberate.
    review 5 Émile | Très jolies tasses, fines sans être fragiles.
    review 4 hb | No complaints except the price.

    product p-5 | 2400 JPY | image mugs/cat.jpg | related p-1 p-10 p-39
    name 猫のマグカップ (cat mug)
    description A round-bellied mug with a cat asleep around the handle, painted by hand in Mino.
      When it is empty, a second cat appears at the bottom.
    review 5 さくら | 底の猫がかわいい！飲み終わるのが楽しみになります。
    review 5 nils | My daughter now finishes her milk in order to "find the cat". Worth every yen.
    review 3 Kerstin | Sweet idea, but the ears of the cat on the handle press into my finger.
    review 5 kohei.m | 贈り物にしました。とても喜ばれました。
    review 4 Ada | Wrapped like a treasure, arrived in nine days. The tail is thinner than in the
      picture.

    product p-6 | 9.95 GBP | related p-46 p-5
    name Child's mug with two handles
    description A beech-and-melamine mug for small hands, weighted at the bottom so that it stands
      up again when it is knocked. From eighteen months.
    review 5 Ruth | Knocked over forty times a day, tips back forty times a day.
    review 4 dadof3 | Does what it says. A photograph would have been useful: ours turned out to
      be yellow, which is fine, but still.
    review 2 Petra S. | The wooden handles turned grey and fuzzy after a month of washing by hand.
      Our son doesn't mind, I do.
    review 5 Imogen | Brilliant little thing
    """#
}
