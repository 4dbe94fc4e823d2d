import Foundation
import Testing

@testable import WebAPI

@Suite struct `An envelope of a list` {
  @Test(
    arguments: [
      (#"{"items": [{"a": 1}], "total": 3}"#, "items", []),
      (#"{"products": [{"a": 1}], "total": 3}"#, "products", []),
      (#"{"items": [{"a": 1}], "owner": "ann", "next_cursor": "c"}"#, "items", ["owner"]),
      (#"{"items": [{"a": 1}], "number": "A-7", "total": 12.5}"#, "items", ["number"]),
      (#"{"result": {"items": [], "count": 0}}"#, "result.items", []),
      (
        #"{"data": {"items": [{"a": 1}], "total": 2}, "partial": true, "summary": {"lost": 5}}"#,
        "data.items", ["partial", "summary"]
      ),
      (
        #"{"items": [{"a": 1}], "meta": {"page": 1}, "links": {"next": "/b"}, "warnings": ["w"]}"#,
        "items", ["warnings"]
      ),
      (#"{"id": 7, "items": [{"a": 1}], "total": 3}"#, nil, []),
      (#"{"lines": [{"a": 1}], "weight": 3}"#, nil, []),
      (#"[{"a": 1}]"#, nil, []),
      (#"{"a": 1}"#, nil, []),
      ("no JSON", nil, []),
    ] as [(String, String?, [String])])
  func `its list is found by its shape, and what says nothing about pages is named`(
    body: String, path: String?, others: [String]
  ) {
    let envelope = Paging.envelope(Data(body.utf8))
    #expect(envelope?.path == path)
    #expect(envelope?.others ?? [] == others)
  }
}
