import FoundationEssentials
import SeashellHosting
import SeashellKit

@MainActor
struct AllPages {
  let invocation: Invocation
  let request: APIRequest
  /// Returns how the pages of a list are read.
  let pages: @MainActor (APIResponse) -> ListPages

  private var isIndented: Bool { invocation.chosenFormat == "json" }

  /// Requests the pages one after the other, and writes each as it arrives.
  ///
  /// If a page fails, the elements before it are written, and the array is not closed.
  func write(through offline: OfflineAccess) async throws {
    let response = try await offline.response(to: request)
    guard let (first, paging) = try pages(response).first(response) else {
      var output = try invocation.output.bytes()
      try output.write(response.data)
      try output.end()
      throw ShellError(.unavailable, pages(response).objection(to: response))
    }
    var output = ResponseBody(
      ResponseBody.isRecords(invocation)
        ? .records(try invocation.output.json(named: request.description))
        : .bytes(
          try isIndented ? invocation.output.jsonBytes() : invocation.output.bytes()))
    var (isFirst, count) = (true, 0)
    var last = first
    do {
      try await first.forEachPage(
        of: "elements", isFirst: false,
        following: {
          try await ListPages.page($0, paging) { try await offline.response(to: $0) }
        }
      ) { page in
        for element in page.elements {
          try Task.checkCancellation()
          try output.write((isFirst ? "[" : ",").utf8)
          isFirst = false
          if isIndented { try output.write("\n  ".utf8) }
          for piece in pieces(of: element) { try output.write(piece) }
        }
        (last, count) = (page, count + page.elements.count)
        try await invocation.output.room()
      }
    } catch {
      if !isFirst { try output.endEarly() }
      throw error
    }
    try output.write((isFirst ? "[]\n" : isIndented ? "\n]\n" : "]\n").utf8)
    try output.end()
    if let doubt = last.doubt {
      let notice = PageNotice.text(shown: max(count, 1), upTo: count, of: nil, hint: doubt)
      if let notice { invocation.console.notify(notice) }
    }
  }

  private func pieces(of element: JSONValue) -> [[UInt8]] {
    isIndented ? Array(JSONIndenter(element.jsonBytes, depth: 1)) : [element.jsonBytes]
  }
}
