import FoundationEssentials
import Testing
import WebAPI
import WebMessages

@Suite struct StatusTests {
  @Test(arguments: [200, 201, 202, 204, 226, 299])
  func `a 2xx status is a success`(status: Int) throws {
    try answer(status).verify()
  }

  @Test(
    arguments: [
      (100, .unavailable), (199, .unavailable), (300, .unavailable), (304, .unavailable),
      (400, .unprocessable), (401, .unauthorized), (402, .unprocessable), (403, .forbidden),
      (404, .unavailable), (405, .unprocessable), (409, .unprocessable), (413, .unprocessable),
      (422, .unprocessable), (429, .unprocessable), (499, .unprocessable), (500, .unavailable),
      (503, .unavailable), (599, .unavailable), (600, .unavailable), (0, .unavailable),
    ] as [(Int, APIError.Code)])
  func `each status has its kind of failure`(status: Int, code: APIError.Code) {
    let error = #expect(throws: APIError.self) { try answer(status).verify() }
    #expect(error?.code == code)
    #expect(error?.status == status)
    #expect(error?.request == "GET products")
    #expect(error?.isNotFound == (status == 404))
    #expect(error?.mayHaveBeenApplied == false)
  }

  @Test(arguments: [
    (409, false), (422, false), (500, true), (502, true), (503, true), (504, true), (507, false),
    (599, true),
  ])
  func `a write that met a failing server may have been applied, unless the status denies it`(
    status: Int, may: Bool
  ) {
    let request = APIRequest(path: "products", method: .post)
    let error = #expect(throws: APIError.self) { try answer(status, to: request).verify() }
    #expect(error?.mayHaveBeenApplied == may)
  }

  @Test(
    arguments: [
      (
        #"{"errors":[{"status":"422","code":"invalid","title":"Invalid","detail":"Too long."}]}"#,
        "Invalid", "Too long."
      ),
      (#"{"errors":[{"title":"Invalid"},{"title":"Other"}]}"#, "Invalid", nil),
      (#"{"errors":["Too long."]}"#, nil, "Too long."),
      (#"{"message":"Too long."}"#, nil, "Too long."),
      (#"{"error":"Too long."}"#, nil, "Too long."),
      (#"{"error":{"message":"Too long."}}"#, nil, "Too long."),
      (#"{"errors":[]}"#, nil, #"the server says: {"errors":[]}"#),
      (
        #"{"errors":[{"title":5,"detail":null}]}"#, nil,
        #"the server says: {"errors":[{"title":5,"detail":null}]}"#
      ),
      (#"{"errors":{"rating":"x"}}"#, nil, "x"),
      (#"{"other":1}"#, nil, #"the server says: {"other":1}"#),
      ("[]", nil, "the server says: []"), ("<html>no</html>", nil, "the server sent an HTML page"),
      ("", nil, "no reason was given"), ("{", nil, "the server says: {"),
    ] as [(String, String?, String?)])
  func `an error carries the server's own words`(
    body: String, title: String?, detail: String?
  ) {
    let error = #expect(throws: APIError.self) { try answer(422, body).verify() }
    #expect(error?.code == .unprocessable)
    #expect(error?.title == title)
    #expect(error?.detail == detail)
  }

  @Test func `a server's errors name their fields`() {
    let body = """
      {"errors":[
        {"detail":"Too low.","source":{"pointer":"/data/attributes/rating"}},
        {"title":"Too long","source":{"parameter":"comment"}},
        {"source":{"pointer":"/author"}},
        {"detail":"None.","source":{"pointer":""}},
        {"detail":"None."}]}
      """
    let error = #expect(throws: APIError.self) { try answer(422, body).verify() }
    #expect(
      error?.fields == [
        FieldError("rating", .other("Too low.")), FieldError("comment", .other("Too long")),
        FieldError("author", .other("not valid")),
      ])
    #expect(
      error?.description
        == "the server rejected the request as invalid: rating: Too low.; comment: Too long; "
        + "author: not valid; None. (GET products, 422)")
  }
}
