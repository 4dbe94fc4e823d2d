/// Parses the catalogue.
///
/// Blank lines separate products. A line that begins with two spaces continues the line before it.
/// Names, descriptions and comments may have the escapes `\n`, `\t` and `\\`.
///
/// ```
/// product p-1 | 18.5 EUR | image mugs/ocean.jpg | related p-2 p-4
/// name Ocean mug
/// description A hand-thrown stoneware mug.
/// review 5 maja | The glaze is even better in daylight.
/// ```
///
/// `image` and `related` are optional. Any number of reviews follows, the oldest first.
struct CatalogueParser {
  struct Entry: Equatable {
    var product: CatalogueProduct
    var reviews: [CatalogueReview]
  }

  private struct Line {
    var number: Int
    var text: String
  }

  func entries(in text: String) throws(CatalogueError) -> [Entry] {
    var entries: [Entry] = []
    for block in try blocks(of: text) {
      entries.append(try entry(from: block))
    }
    return entries
  }

  private func blocks(of text: String) throws(CatalogueError) -> [[Line]] {
    var blocks: [[Line]] = []
    var block: [Line] = []
    for (index, piece) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if piece.isEmpty {
        if !block.isEmpty { blocks.append(block) }
        block = []
      } else if piece.hasPrefix("  ") {
        guard !block.isEmpty else {
          throw error("there is no line to continue", at: index + 1)
        }
        block[block.count - 1].text += piece.dropFirst()
      } else {
        block.append(Line(number: index + 1, text: String(piece)))
      }
    }
    return block.isEmpty ? blocks : blocks + [block]
  }

  private func entry(from block: [Line]) throws(CatalogueError) -> Entry {
    guard block.count >= 3 else {
      throw error("a product needs the lines product, name, description", at: block[0].number)
    }
    var product = try header(block[0])
    product.name = try unescaped(rest(of: block[1], after: "name"), at: block[1].number)
    product.description = try unescaped(
      rest(of: block[2], after: "description"), at: block[2].number)
    var reviews: [CatalogueReview] = []
    for line in block.dropFirst(3) {
      reviews.append(try review(line, of: product.id))
    }
    return Entry(product: product, reviews: reviews)
  }

  private func header(_ line: Line) throws(CatalogueError) -> CatalogueProduct {
    let fields = try rest(of: line, after: "product").split(separator: " | ")
    let money = fields.count > 1 ? fields[1].split(separator: " ") : []
    guard money.count == 2 else {
      throw error("expected `product ID | PRICE CURRENCY`", at: line.number)
    }
    var product = CatalogueProduct(
      id: String(fields[0]), name: "", description: "", price: String(money[0]),
      currencyCode: String(money[1]), image: nil, related: [])
    for field in fields.dropFirst(2) {
      let words = field.split(separator: " ").map(String.init)
      switch words.first {
      case "image" where words.count == 2 && product.image == nil:
        product.image = words[1]
      case "related" where words.count > 1 && product.related.isEmpty:
        product.related = Array(words.dropFirst())
      default:
        throw error("expected `image PATH` or `related ID…`, each once", at: line.number)
      }
    }
    return product
  }

  private func review(_ line: Line, of productID: String) throws(CatalogueError)
    -> CatalogueReview
  {
    let fields = try rest(of: line, after: "review").split(separator: " | ", maxSplits: 1)
    let words = fields.count == 2 ? fields[0].split(separator: " ", maxSplits: 1) : []
    guard words.count == 2, let rating = Int(words[0]), (1...5).contains(rating)
    else {
      throw error("expected `review 1…5 AUTHOR | COMMENT`", at: line.number)
    }
    return CatalogueReview(
      productID: productID, rating: rating, comment: try unescaped(fields[1], at: line.number),
      author: String(words[1]))
  }

  /// Returns the text after a keyword, which must not be empty.
  private func rest(of line: Line, after keyword: String) throws(CatalogueError) -> Substring {
    guard line.text.hasPrefix(keyword + " "), line.text.count > keyword.count + 1 else {
      throw error("expected `\(keyword) …`", at: line.number)
    }
    return line.text.dropFirst(keyword.count + 1)
  }

  private func unescaped(_ text: Substring, at line: Int) throws(CatalogueError) -> String {
    var result = ""
    var characters = text.makeIterator()
    while let character = characters.next() {
      guard character == "\\" else {
        result.append(character)
        continue
      }
      switch characters.next() {
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "\\": result.append("\\")
      default: throw error(#"only \n, \t and \\ are escapes"#, at: line)
      }
    }
    return result
  }

  private func error(_ reason: String, at line: Int) -> CatalogueError {
    CatalogueError(line: line, reason: reason)
  }
}

struct CatalogueError: Error, Equatable, CustomStringConvertible {
  /// The line of the text, from 1.
  var line: Int

  var reason: String

  var description: String { "catalogue, line \(line): \(reason)" }
}

struct CatalogueProduct: Sendable, Equatable {
  var id: String
  var name: String
  var description: String

  /// The price as a decimal such as `18.5`, in text so that it is not rounded.
  var price: String

  /// A currency code of ISO 4217.
  var currencyCode: String

  /// The path of the image, relative to the shop's images.
  var image: String?

  /// The ids of related products, the most related first.
  var related: [String]
}

struct CatalogueReview: Sendable, Equatable {
  var productID: String

  var rating: Int

  var comment: String
  var author: String
}
