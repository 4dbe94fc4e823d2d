import CoreJSON
import Testing

@testable import SeashellAPIs

@Suite struct `The fields that identify a record` {
  @Test(
    arguments: [
      ("customer_id", "/customers", #"{"id": 1, "customer_id": 2, "name": "a"}"#, "2"),
      ("customerId", "/v1/customers", #"{"uuid": "u", "id": "c-1"}"#, "c-1"),
      ("customer_id", "/customers", #"{"CustomerID": "C", "name": "a"}"#, "C"),
      (
        "name", "/api/v1/pods", #"{"kind": "Pod", "metadata": {"uid": "u", "name": "web-0"}}"#,
        "web-0"
      ),
      ("slug", "/posts", #"{"id": 7, "slug": "hello"}"#, "hello"),
      (nil, "/invoices", #"{"number": "", "InvoiceID": "i-1", "total": 3}"#, "i-1"),
      (nil, "/contacts", #"{"sid": "S", "code": "c"}"#, "S"),
      (nil, "/tracks", #"{"added": "now", "track": {"id": "t-1"}}"#, "t-1"),
      (nil, "/events", #"{"attributes": {"key": "k"}}"#, "k"),
      (nil, "/events", #"{"at": "now"}"#, nil),
    ] as [(String?, String, String, String?)])
  func `that of the path's parameter goes first, then usual names, then those within`(
    parameter: String?, path: String, record: String, id: String?
  ) throws {
    let fields = IdentifyingFields(parameter: parameter, path: path)
    #expect(fields.id(of: try JSONValue(json: record)) == id)
  }

  @Test(
    arguments: [
      (#"{"id": 1, "title": "t", "status": "s"}"#, "t"),
      (#"{"friendlyName": "f", "status": "s"}"#, "f"),
      (#"{"company_name": "c", "kind": "k"}"#, "c"),
      (#"{"metadata": {"name": "m"}}"#, "m"),
      (#"{"status": "s"}"#, nil),
    ] as [(String, String?)])
  func `a record is called by a usual name, or by a field that ends like one`(
    record: String, name: String?
  ) throws {
    #expect(IdentifyingFields().name(of: try JSONValue(json: record)) == name)
  }
}
