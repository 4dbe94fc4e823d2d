import FoundationEssentials
import SeashellHosting
import SeashellKit

@MainActor
struct AllPages {
  let invocation: Invocation
  let request: APIRequest
  /// How many pages are requested at most; nil for all.
  let most: Int?
  /// Returns how the pages of a list are read.
  let pages: @MainActor (APIResponse) -> ListPages
  /// Whether an answer can have failed although its status says that it succeeded.
  let mayHaveFailed: Bool

  /// As many pages as were asked for have come.
  private struct Enough: Error {}

  private var isIndented: Bool { invocation.chosenFormat == "json" }

  /// Requests the pages one after the other, and writes each as it arrives.
  ///
  /// If a page fails, the elements before it are written, and the array is not closed.
  func write(through offline: OfflineAccess) async throws {
    let response = try await offline.response(to: request)
    guard let (page, paging) = try pages(response).first(response) else {
      var output = try invocation.output.bytes()
      try output.write(response.data)
      try output.end()
      throw ShellError(.unavailable, pages(response).objection(to: response))
    }
    var first = page
    first.failure = failure(of: response)
    var output = ResponseBody(
      ResponseBody.isRecords(invocation)
        ? .records(try invocation.output.json(named: request.description))
        : .bytes(
          try isIndented ? invocation.output.jsonBytes() : invocation.output.bytes()))
    var (isFirst, count, pages) = (true, 0, 0)
    var last = first
    do {
      try await first.forEachPage(
        of: "elements", isFirst: false,
        following: {
          var failure: APIError?
          var page = try await ListPages.page($0, paging) {
            let response = try await offline.response(to: $0)
            failure = self.failure(of: response)
            return response
          }
          page.failure = failure
          return page
        }
      ) { page in
        for element in page.elements {
          try Task.checkCancellation()
          try output.write((isFirst ? "[" : ",").utf8)
          isFirst = false
          if isIndented { try output.write("\n  ".utf8) }
          for piece in pieces(of: element) { try output.write(piece) }
        }
        (last, count, pages) = (page, count + page.elements.count, pages + 1)
        try await invocation.output.room()
        if let failure = page.failure { throw failure }
        if pages == most, page.next != nil { throw Enough() }
      }
    } catch is Enough {
    } catch {
      if !isFirst { try output.endEarly() }
      throw error
    }
    try output.write((isFirst ? "[]\n" : isIndented ? "\n]\n" : "]\n").utf8)
    try output.end()
    if let hint = last.doubt ?? last.next.map({ $0.unknownPage ?? PageNotice.allHint }) {
      let notice = PageNotice.text(
        shown: max(count, 1), upTo: count, of: last.next == nil ? nil : last.total, hint: hint)
      if let notice { invocation.console.notify(notice) }
    }
  }

  private func failure(of response: APIResponse) -> APIError? {
    mayHaveFailed ? response.failedAnswer : nil
  }

  private func pieces(of element: JSONValue) -> [[UInt8]] {
    isIndented ? Array(JSONIndenter(element.jsonBytes, depth: 1)) : [element.jsonBytes]
  }
}
