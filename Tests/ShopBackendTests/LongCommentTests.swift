import FoundationEssentials
import TestSupport
import CoreSQLite
import Testing
import WebMessages

@testable import ShopBackend

@Suite("Long comments", .mayBlock)
struct LongCommentTests {
  private let shop: TestShop
  private let reviews = "/v1/products/p-1/reviews"

  init() throws {
    shop = try TestShop()
  }

  /// Returns one character of many bytes.
  private static func character(bytes: Int) -> String {
    "ab".prefix(bytes.isMultiple(of: 2) ? 2 : 1)
      + String(repeating: "\u{301}", count: (bytes - 1) / 2)
  }

  @Test func `a comment has a maximum size in bytes, too`() async throws {
    let token = try await shop.logIn().access_token
    let most = ReviewForm.maximumCommentBytes
    for (bytes, status) in [(most, 201), (most + 1, 422), (1_000_000, 422)] {
      let comment = Self.character(bytes: bytes)
      #expect(comment.utf8.count == bytes)
      #expect(comment.count <= 2)
      let reply = try await shop.post(
        reviews, #"{"rating":3,"comment":"\#(comment)"}"#, token: token)
      #expect(reply.status == status)
      guard status == 422 else { continue }
      #expect(reply.detail.contains("2000 characters"))
      #expect(reply.detail.contains("16384 bytes"))
      #expect(reply.error?.source?.pointer == "/comment")
    }
  }

  @Test func `a comment cannot be changed to one that is too long`() async throws {
    let token = try await shop.logIn().access_token
    let added: ReviewReply = try await shop.post(
      reviews, #"{"rating":3,"comment":"x"}"#, token: token
    ).decoded()
    let comment = Self.character(bytes: ReviewForm.maximumCommentBytes + 1)
    let reply = try await shop.send(
      .put, "\(reviews)/\(added.id)", headers: TestShop.json,
      body: #"{"comment":"\#(comment)"}"#, token: token)
    #expect(reply.status == 422)
  }

  /// Inserts reviews directly, as a shop with higher limits would accept them.
  private func insert(_ count: Int, bytes: Int) throws {
    try shop.run(
      """
      DELETE FROM reviews WHERE product = 1;
      INSERT INTO reviews (product, rating, comment, author)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      SELECT 1, 3, i || hex(zeroblob(\(bytes / 2))), 'a' FROM n;
      """)
  }

  private struct Listing {
    var comments: [String] = []
    var sizes: [Int] = []
    var longest = 0
  }

  /// Follows the links from the first page to the last.
  private func list(_ query: String, total: Int) async throws -> Listing {
    var listing = Listing()
    var next: String? = "\(reviews)?\(query)"
    while let path = next, listing.sizes.count <= total {
      let reply = try await shop.get(path)
      #expect(reply.status == 200)
      #expect(reply.headers["X-Total-Count"] == String(total))
      let page: [ReviewReply] = try reply.decoded()
      listing.comments += page.map { String($0.comment.prefix(8)) }
      listing.sizes.append(page.count)
      listing.longest = max(listing.longest, reply.body.count)
      let link = reply.headers["Link"]
      next = link.flatMap { $0.dropFirst().split(separator: ">").first }.map {
        String($0.dropFirst("http://shop.test".count))
      }
    }
    return listing
  }

  @Test(arguments: [
    ("", 60, 150_000), ("per_page=1000", 60, 150_000), ("per_page=7", 30, 1_000_000),
    ("per_page=20&page=1", 9, 5_000_000), ("per_page=1000", 1_000, 2_000),
  ])
  func `long comments are listed in pages of limited size`(query: String, count: Int, bytes: Int)
    async throws
  {
    try insert(count, bytes: bytes)
    let listing = try await list(query, total: count)
    let expected = (1...count).reversed().map { i in
      String("\(i)\(String(repeating: "0", count: 8))".prefix(8))
    }
    #expect(listing.comments == expected)
    #expect(listing.longest <= max(PageWriter.maximumBytes, bytes) + 1_000)
    // With short comments, the page has its requested size.
    #expect(listing.sizes.count == 1 || bytes > 2_000)
  }

  private struct Document: Decodable {
    let data: [Element]
    let links: Links
    let meta: Meta

    struct Element: Decodable { let id: String }
    struct Links: Decodable { let next: String? }
    struct Meta: Decodable { let total: Int }
  }

  @Test func `documents with long comments link from page to page`() async throws {
    try insert(30, bytes: 500_000)
    var ids: [String] = []
    var next: String? = "\(reviews)?page%5Bsize%5D=20"
    while let path = next, ids.count < 100 {
      let reply = try await shop.send(.get, path, headers: ["Accept": MediaType.document])
      let document: Document = try reply.decoded()
      #expect(reply.body.count <= PageWriter.maximumBytes + 2_000)
      #expect(document.meta.total == 30)
      ids += document.data.map(\.id)
      next = document.links.next
    }
    #expect(ids.count == 30)
    #expect(Set(ids).count == 30)
  }
}
