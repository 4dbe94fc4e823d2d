/// One page of a longer list.
public struct APIPage<Element> {
  /// The page's elements.
  public let elements: [Element]

  /// How many elements there are on all pages, where the server says so.
  public let total: Int?

  /// What to send for the page after this one; nil where the server names none.
  public let next: APIRequest?

  /// Makes a page.
  public init(elements: [Element], total: Int? = nil, next: APIRequest? = nil) {
    self.elements = elements
    self.total = total
    self.next = next
  }
}

extension APIPage: Sendable where Element: Sendable {}
