import WebMessages

extension ShopResponse {
  /// Adds what caches and conditional requests go by, and leaves off what is not to be sent.
  ///
  /// An answer to GET or HEAD has a tag; where the request holds the same one, it becomes a 304 with
  /// the fields that RFC 9110, section 15.4.5, asks for.
  mutating func finish(for request: HTTPRequest) {
    if !body.isEmpty { headers["Vary"] = "Accept" }
    if status == 200, !request.method.isWrite { tag(for: request) }
    if !body.isEmpty { headers["Content-Length"] = String(body.count) }
    if request.method == .head { body = [] }
  }

  private mutating func tag(for request: HTTPRequest) {
    let tag = EntityTag(of: self)
    headers["ETag"] = tag.text
    if headers["Cache-Control"] == nil {
      // It may change at any time: whoever keeps it asks again. What is shown to who has signed in
      // is kept by no one but them.
      let isSignedIn = request.headers["Authorization"] != nil
      headers["Cache-Control"] = isSignedIn ? "private, no-cache" : "no-cache"
    }
    guard tag.isHeld(by: request.headers) else { return }
    var unchanged = ShopResponse(status: 304)
    for name in ["Vary", "Cache-Control", "ETag"] { unchanged.headers[name] = headers[name] }
    self = unchanged
  }
}
