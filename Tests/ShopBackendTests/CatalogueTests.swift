import Testing

@testable import ShopBackend

@Suite struct CatalogueTests {
  static let minorDigits = [
    "EUR": 2, "USD": 2, "GBP": 2, "CHF": 2, "SEK": 2, "JPY": 0, "KWD": 3,
  ]

  let products: [CatalogueProduct]
  let reviews: [CatalogueReview]

  init() throws {
    products = try Catalogue.products()
    reviews = try Catalogue.reviews()
  }

  @Test func `the catalogue has about fifty products, numbered without a gap`() {
    #expect((48...55).contains(products.count))
    #expect(products.map(\.id) == (1...products.count).map { "p-\($0)" })
  }

  @Test func `the catalogue has about two hundred reviews of its products`() {
    #expect((190...220).contains(reviews.count))
    #expect(Set(reviews.map(\.productID)).isSubset(of: products.map(\.id)))
  }

  @Test func `the first product is a mug and others are found by that word`() {
    #expect(products.first?.name.contains("mug") == true)
    let mugs = products.filter { product in
      "\(product.name) \(product.description)".lowercased()
        .split { !$0.isLetter }.contains { $0.hasPrefix("mug") }
    }
    #expect(mugs.count >= 4)
  }

  @Test func `no two products of the catalogue share a name`() {
    #expect(Set(products.map(\.name)).count == products.count)
  }

  @Test func `related products exist, once each, and differ from the product`() {
    let ids = Set(products.map(\.id))
    for product in products {
      #expect(ids.subtracting([product.id]).isSuperset(of: product.related), "\(product.id)")
      #expect(Set(product.related).count == product.related.count, "\(product.id)")
    }
  }

  @Test func `a price is the shortest decimal that its currency allows`() throws {
    for product in products {
      let allowed = try #require(Self.minorDigits[product.currencyCode], "\(product.id)")
      let price = try #require(
        product.price.wholeMatch(of: /([1-9][0-9]*)(?:\.([0-9]*[1-9]))?/), "\(product.id)")
      #expect((price.2?.count ?? 0) <= allowed, "\(product.id)")
    }
    #expect(Set(products.map(\.currencyCode)) == Set(Self.minorDigits.keys))
    #expect(products.contains { $0.currencyCode == "KWD" && $0.price.suffix(4).first == "." })
  }

  @Test func `descriptions in the catalogue have one to three sentences`() {
    for product in products {
      let sentences = product.description.matches(of: /[.!?](?=\s|$)/).count
      #expect((1...3).contains(sentences), "\(product.id)")
    }
  }

  @Test func `the catalogue's comments are short enough, and have authors`() {
    for review in reviews {
      #expect((1...2000).contains(review.comment.count), "\(review)")
      #expect((1...5).contains(review.rating), "\(review)")
      #expect((1...40).contains(review.author.count), "\(review)")
    }
  }

  @Test func `most customers are content and some are not`() {
    let share = { (stars: ClosedRange<Int>) in
      Double(reviews.count { stars.contains($0.rating) }) / Double(reviews.count)
    }
    #expect((0.7...0.9).contains(share(4...5)))
    #expect((0.02...0.08).contains(share(1...1)))
  }

  @Test func `no author reviews a product twice without saying so`() {
    let counts = Dictionary(grouping: reviews) { "\($0.productID) \($0.author)" }
    for repeated in counts.values where repeated.count > 1 {
      #expect(repeated.dropFirst().allSatisfy { $0.comment.contains("earlier review") })
    }
  }

  @Test func `some products have no image, and some no reviews`() {
    let reviewed = Set(reviews.map(\.productID))
    #expect((1...2).contains(products.count { $0.image == nil }))
    #expect(products.count { !reviewed.contains($0.id) } >= 3)
  }

  @Test func `the first reviews belong to different products`() {
    let first = reviews.prefix(40).map(\.productID)
    #expect(Set(first).count == first.count)
  }

  @Test(
    "what is hard to store, align or escape is among the names",
    arguments: [
      ("a combining accent", "e\u{301}"),
      ("an emoji of several", "👩\u{200D}👩\u{200D}👧\u{200D}👦"),
      ("Japanese", "猫"),
      ("right to left", "دلة"),
      ("an umlaut", "ö"),
    ])
  func names(_ subject: String, contain text: String) {
    #expect(products.contains { contains($0.name, text) }, "\(subject)")
  }

  @Test func `one product's name is longer than a hundred characters`() {
    #expect(products.contains { $0.name.count > 100 })
  }

  @Test(
    "what is hard to store, align or escape is among the comments",
    arguments: ["\"", "'", "\t", "\n", "&", "<b>", "$5", "\\", "ً", "。", "é"])
  func comments(contain text: String) {
    #expect(reviews.contains { contains($0.comment, text) })
  }

  @Test func `the catalogue has no control or bidirectional characters`() {
    let live: Set<Unicode.GeneralCategory> = [.control, .lineSeparator, .paragraphSeparator]
    let texts =
      products.flatMap { [$0.name, $0.description] } + reviews.flatMap { [$0.author, $0.comment] }
    for scalar in texts.joined().unicodeScalars where scalar != "\n" && scalar != "\t" {
      #expect(!live.contains(scalar.properties.generalCategory), "\(scalar.value)")
      #expect(scalar.properties.generalCategory != .format || scalar == "\u{200D}")
    }
  }

  /// Compares scalars: compared as characters, a composed accent would match a combining one.
  private func contains(_ text: String, _ part: String) -> Bool {
    Array(text.unicodeScalars).contains(Array(part.unicodeScalars))
  }
}

@Suite struct CatalogueParserTests {
  let parser = CatalogueParser()

  @Test func `a block of a shelf becomes a product and its reviews`() throws {
    let entries = try parser.entries(
      in: #"""
        product p-1 | 18.5 EUR | image mugs/ocean.jpg | related p-2 p-3
        name Ocean mug
        description Blue,
          and white.
        review 5 Tomás R. | One\ntwo\tthree \\ four | five

        product p-2 | 1200 JPY
        name Plain
        description Plain.
        """#)
    #expect(
      entries == [
        CatalogueParser.Entry(
          product: CatalogueProduct(
            id: "p-1", name: "Ocean mug", description: "Blue, and white.", price: "18.5",
            currencyCode: "EUR", image: "mugs/ocean.jpg", related: ["p-2", "p-3"]),
          reviews: [
            CatalogueReview(
              productID: "p-1", rating: 5, comment: "One\ntwo\tthree \\ four | five",
              author: "Tomás R.")
          ]),
        CatalogueParser.Entry(
          product: CatalogueProduct(
            id: "p-2", name: "Plain", description: "Plain.", price: "1200", currencyCode: "JPY",
            image: nil, related: []),
          reviews: []),
      ])
  }

  static let malformed: [(text: String, line: Int)] = [
    ("  continued", 1),
    ("product p-1 | 1 EUR\nname A", 1),
    ("product p-1\nname A\ndescription A", 1),
    ("product p-1 | 1\nname A\ndescription A", 1),
    ("product p-1 | 1 EUR | images a.jpg\nname A\ndescription A", 1),
    ("product p-1 | 1 EUR | image\nname A\ndescription A", 1),
    ("product p-1 | 1 EUR | image a.jpg | image b.jpg\nname A\ndescription A", 1),
    ("\nproduct p-1 | 1 EUR\nname \ndescription A", 3),
    ("product p-1 | 1 EUR\ndescription A\nname A", 2),
    ("product p-1 | 1 EUR\nname A\ndescription \\x", 3),
    ("product p-1 | 1 EUR\nname A\ndescription A\\", 3),
    ("product p-1 | 1 EUR\nname A\ndescription A\nreviews 5 a | A", 4),
    ("product p-1 | 1 EUR\nname A\ndescription A\nreview 6 a | A", 4),
    ("product p-1 | 1 EUR\nname A\ndescription A\nreview five a | A", 4),
    ("product p-1 | 1 EUR\nname A\ndescription A\nreview 5 | A", 4),
    ("product p-1 | 1 EUR\nname A\ndescription A\nreview 5 a", 4),
    ("product p-1 | 1 EUR\nname A\ndescription A\nreview  | ", 4),
    ("product  | \nname A\ndescription A", 1),
    ("product p-1 | 1 EUR\nname A\ndescription A\nproduct p-2 | 1 EUR", 4),
  ]

  @Test("a malformed block of a shelf is an error that names its line", arguments: malformed)
  func refuses(_ text: String, at line: Int) throws {
    let error = try #require(throws: CatalogueError.self) { try parser.entries(in: text) }
    #expect(error.line == line)
    #expect(error.description.hasPrefix("catalogue, line \(line): "))
  }
}
