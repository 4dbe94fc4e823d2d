import ShellLanguage
import ShellOutput
import Testing

@testable import ShellCommands

/// The arguments that a place fills.
@Suite struct PlaceArgumentTests {
  static let product = ArgumentSpecification("PRODUCT", "which", completion: "products.id")
  static let review = ArgumentSpecification("REVIEW", "which", completion: "reviews.id")
  static let other = ArgumentSpecification("OTHER", "another", completion: "products.id")
  static let optional = ArgumentSpecification(
    "PRODUCT", "which", isRequired: false, completion: "products.id")
  static let label = ArgumentSpecification("LABEL", "what to call it", isRequired: false)
  static let several = ArgumentSpecification(
    "PRODUCT", "which", isRepeating: true, completion: "products.id")
  static let number = ArgumentSpecification(
    "PRODUCT", "which", type: .integer(1...9), completion: "products.id")

  static let fields: ArgumentSpecification = {
    var fields = ArgumentSpecification("FIELD", "what to set", isRequired: false, isRepeating: true)
    fields.assignedNames = ["count", "address"]
    return fields
  }()

  static let productOnly: [CompletionKind: String] = ["products.id": "p-7"]
  static let both: [CompletionKind: String] = ["products.id": "p-7", "reviews.id": "r-1"]

  @Test(
    arguments: [
      ([product], [], productOnly, ["PRODUCT": ["p-7"]]),
      ([product], ["p-1"], productOnly, ["PRODUCT": ["p-1"]]),
      ([product, review], ["r-9"], productOnly, ["PRODUCT": ["p-7"], "REVIEW": ["r-9"]]),
      ([product, review], ["p-1", "r-9"], both, ["PRODUCT": ["p-1"], "REVIEW": ["r-9"]]),
      ([product, review], ["r-9"], both, ["PRODUCT": ["p-7"], "REVIEW": ["r-9"]]),
      ([product, review], [], both, ["PRODUCT": ["p-7"], "REVIEW": ["r-1"]]),
      ([product, review], ["--", "-9"], productOnly, ["PRODUCT": ["p-7"], "REVIEW": ["-9"]]),
      ([optional], [], productOnly, ["PRODUCT": ["p-7"]]),
      ([optional], ["p-1"], productOnly, ["PRODUCT": ["p-1"]]),
      ([optional, review], ["r-9"], productOnly, ["PRODUCT": ["p-7"], "REVIEW": ["r-9"]]),
      ([optional, review], ["p-1", "r-9"], productOnly, ["PRODUCT": ["p-1"], "REVIEW": ["r-9"]]),
      // Words are the last arguments, even optional ones, if the place gives all arguments before them.
      ([product, label], ["new"], productOnly, ["PRODUCT": ["p-7"], "LABEL": ["new"]]),
      ([product, label], ["p-1", "new"], productOnly, ["PRODUCT": ["p-1"], "LABEL": ["new"]]),
      ([product, review, label], ["new"], both, ["REVIEW": ["r-1"], "LABEL": ["new"]]),
      ([product, review, label], ["r-9", "new"], both, ["REVIEW": ["r-9"], "LABEL": ["new"]]),
      ([product, review, label], ["r-9"], productOnly, ["REVIEW": ["r-9"], "LABEL": []]),
      ([product, label], [], productOnly, ["PRODUCT": ["p-7"], "LABEL": []]),
      // A value of the place fills one argument, and is not used next to an explicit value of its kind.
      ([product, other], ["p-1"], productOnly, ["PRODUCT": ["p-7"], "OTHER": ["p-1"]]),
      ([other, optional], ["p-1"], productOnly, ["OTHER": ["p-1"], "PRODUCT": []]),
      ([several], [], productOnly, ["PRODUCT": ["p-7"]]),
      ([several], ["p-1", "p-2"], productOnly, ["PRODUCT": ["p-1", "p-2"]]),
      ([label, product], [], productOnly, ["LABEL": [], "PRODUCT": ["p-7"]]),
      // Words for the fields of the last argument leave those before it to the place.
      (
        [product, fields], ["count=9", "address.city=x"], productOnly,
        ["PRODUCT": ["p-7"], "FIELD": ["count=9", "address.city=x"]]
      ),
      (
        [product, fields], ["p-1", "count:=9"], productOnly,
        ["PRODUCT": ["p-1"], "FIELD": ["count:=9"]]
      ),
      ([product, fields], ["colour=9"], productOnly, ["PRODUCT": ["colour=9"], "FIELD": []]),
      (
        [product, review, fields], ["r-9", "count=9"], both,
        ["PRODUCT": ["p-7"], "REVIEW": ["r-9"], "FIELD": ["count=9"]]
      ),
    ] as [([ArgumentSpecification], [String], [CompletionKind: String], [String: [String]])])
  func `words take precedence over the place, and bind from the right`(
    arguments: [ArgumentSpecification], words: [String], place: [CompletionKind: String],
    values: [String: [String]]
  ) throws {
    let bound = try Self.binder(arguments).bind(
      (["do"] + words).map { Word($0) }, from: 1, at: place)
    for (name, texts) in values {
      #expect(bound.texts(name) == texts, "\(name)")
      #expect(bound.text(name) == texts.first)
      #expect(bound.values(of: name, as: String.self) == texts)
    }
  }

  @Test func `a value from the place has no index among the words`() throws {
    let bound = try Self.binder([Self.product, Self.review]).bind(
      [Word("do"), Word("r-9")], from: 1, at: Self.productOnly)
    #expect(bound.word(of: "PRODUCT") == nil)
    #expect(bound.words(of: "PRODUCT").isEmpty)
    #expect(bound.word(of: "REVIEW") == 1)
  }

  @Test(
    arguments: [
      ([product, review], [], "do needs REVIEW"),
      ([product], ["p-1", "x"], "do takes one argument, and 'x' is one too many"),
      ([review], [], "do needs REVIEW"),
      ([number], [], "PRODUCT takes a whole number from 1 to 9, not 'p-7'"),
    ] as [([ArgumentSpecification], [String], String)])
  func `an argument that the place does not give is an error as usual`(
    arguments: [ArgumentSpecification], words: [String], message: String
  ) {
    let error = #expect(throws: ShellError.self) {
      try Self.binder(arguments).bind(
        (["do"] + words).map { Word($0) }, from: 1, at: Self.productOnly)
    }
    #expect(error?.message == message)
  }

  @Test func `a form asks for values that the place does not give, and binds its answers`()
    throws
  {
    let binder = Self.binder([Self.product, Self.review, Self.label])
    let words = [Word("do"), Word("-o=json")]
    let gaps = try binder.gaps(in: words, from: 1, at: Self.productOnly)
    #expect(gaps.count == 1)
    let filled = try binder.filled(
      words, from: 1, gaps: gaps, with: ["-1"], at: Self.productOnly)
    #expect(filled.map(\.text) == ["do", "-o=json", "-1"])
    let bound = try binder.bind(filled, from: 1, at: Self.productOnly)
    #expect(bound.text("PRODUCT") == "p-7")
    #expect(bound.text("REVIEW") == "-1")
    #expect(try binder.gaps(in: words, from: 1, at: Self.both).isEmpty)
  }

  private static func binder(_ arguments: [ArgumentSpecification]) -> ArgumentBinder {
    ArgumentBinder(CommandSpecification("do", abstract: "Do", arguments: arguments), path: "do")
  }
}
