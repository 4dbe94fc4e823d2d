public import FoundationEssentials

/// One page of a longer list.
public struct APIPage<Element> {
  /// The page's elements.
  public let elements: [Element]

  /// How many elements there are on all pages, where the server says so.
  public let total: Int?

  /// What to send for the page after this one; nil where the server names none.
  public let next: APIRequest?

  /// The address that the page came from; nil where nobody says.
  public let url: URL?

  /// Makes a page.
  public init(
    elements: [Element], total: Int? = nil, next: APIRequest? = nil, url: URL? = nil
  ) {
    self.elements = elements
    self.total = total
    self.next = next
    self.url = url
  }

  /// The same page with other elements, such as models in place of what was on the wire.
  ///
  /// - Throws: what `transform` throws.
  public func map<Mapped, Failure: Error>(
    _ transform: (Element) throws(Failure) -> Mapped
  ) throws(Failure) -> APIPage<Mapped> {
    APIPage<Mapped>(
      elements: try elements.map(transform), total: total, next: next, url: url)
  }
}

extension APIPage: Sendable where Element: Sendable {}
