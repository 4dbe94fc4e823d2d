import CoreJSON
import FoundationEssentials
import WebMessages

/// What follows a page in its list.
struct PageEnd {
  /// The number of elements on all pages, if the server reports it.
  var total: Int?

  /// The request for the next page; nil if there is none.
  var next: APIRequest?

  /// Why it is not known whether the page is the last one, if that is so.
  var doubt: String?

  /// Whether the page is the one before again, whose elements are not listed twice.
  var isRepeated = false

  /// Whether the page is certainly the last one.
  var isEnd = false
}

/// Where a response has the elements of a page.
enum PageElements {
  /// The body is the list.
  case body
  case list(Data, PageBody)
  /// The response is a list in the format of its service.
  case formatted(APIResponse)
  /// The page before came again.
  case again(PageEnd)
  /// A list ends with 204, too.
  case none
}

extension APIPage {
  /// Creates a page with what follows it.
  init(_ elements: [Element], _ end: PageEnd, at url: URL?) {
    self.init(
      elements: end.isRepeated ? [] : elements, total: end.total, next: end.next, url: url)
    doubt = end.doubt
  }
}

// What follows a page does not depend on the type of its elements, so that nothing here is compiled for each of them.
extension APIResponse {
  /// Checks the status, and finds the elements of a page.
  ///
  /// Throws if the response has no list where `paging` says.
  func elements(as paging: Paging) throws(APIError) -> PageElements {
    switch paging.style {
    case .link where paging.isUsual && isListAsUsual:
      return format == .plain ? .body : .formatted(self)
    case .document:
      var response = self
      response.format = .jsonapi
      return .formatted(response)
    default: break
    }
    try verifyStatus()
    if data.isEmpty, request.position != nil { return .none }
    let body: PageBody
    do {
      body = try PageBody(of: self)
    } catch {
      throw APIError(decodingFrom: self, as: nil, failedWith: error)
    }
    guard let list = body.list(paging, nouns) ?? emptyList(paging, body) else {
      throw APIError(pages: noList(paging, body), in: self)
    }
    if let end = try repeatedEnd(list, paging) { return .again(end) }
    return .list(list, body)
  }

  /// An empty list, if a further page, or the configured place, has null or nothing in its place.
  private func emptyList(_ paging: Paging, _ body: PageBody) -> Data? {
    let value = body.value(paging.elements ?? "")
    let isNothing = value == .null || value == nil && request.position != nil
    return isNothing ? Data("[]".utf8) : nil
  }

  /// Why no elements were found.
  func noList(_ paging: Paging, _ body: PageBody) -> String {
    guard let path = paging.elements else {
      if case .several(let paths) = body.place(nouns) {
        let shown = paths.prefix(5).joined(separator: ", ") + (paths.count > 5 ? " …" : "")
        return "the answer has several lists: \(shown); 'elements' of 'paging' chooses"
      }
      return "the answer has no list"
    }
    let paths = body.listPaths.filter { !$0.isEmpty }.prefix(5).joined(separator: ", ")
    return "the answer has no list '\(path)'" + (paths.isEmpty ? "" : "; it has \(paths)")
  }

  private var isListAsUsual: Bool {
    guard format == .plain else { return true }
    return data.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "[")
      && PageBody.pair(in: data) == nil
  }

  /// Handles a page with the elements of the page before, which is not listed again; nil for another page.
  ///
  /// Throws if the server must have been asked for the wrong page.
  func repeatedEnd(_ list: Data, _ paging: Paging) throws(APIError) -> PageEnd? {
    guard let position = request.position, list == position.lastPage, list.count > 2 else {
      return nil
    }
    if position.mayBeFirst, let name = paging.page {
      var next = following(request)
      if next.set(name, .integer((request.number(name) ?? 1) + 1)) {
        next.position = position
        next.position?.mayBeFirst = false
        next.position?.followsRepeated = true
        return PageEnd(next: next, isRepeated: true)
      }
    }
    if let guess = position.guesses.first, let cursor = position.cursor {
      var next = following(request)
      next.url = position.address.map(request.withoutAddedSecrets)
      if next.set(.query(guess), cursor) {
        next.position = position
        next.position?.guesses = Array(position.guesses.dropFirst())
        next.position?.parameter = guess
        return PageEnd(next: next, isRepeated: true)
      }
    }
    guard position.size != nil else {
      throw APIError(
        pages:
          "the server gave the same page again, so the shell does not know how to ask for more",
        in: self)
    }
    return PageEnd(doubt: "the server gives them again for the next page", isRepeated: true)
  }
}
