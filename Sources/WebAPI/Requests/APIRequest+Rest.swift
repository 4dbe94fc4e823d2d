import WebMessages

extension APIRequest {
  var home: Origin? {
    get { box?.rest.home }
    set { change { $0.home = newValue } }
  }

  var additions: [APIRequestAddition] {
    get { box?.rest.additions ?? [] }
    set { change { $0.additions = newValue } }
  }

  var unauthorizedHeaders: HTTPHeaders? {
    get { box?.rest.unauthorizedHeaders }
    set { change { $0.unauthorizedHeaders = newValue } }
  }

  var position: PagePosition? {
    get { box?.rest.position }
    set { change { $0.position = newValue } }
  }

  var refusal: APIError? {
    get { box?.rest.refusal }
    set { change { $0.refusal = newValue } }
  }

  mutating func change(_ body: (inout RequestRest) -> Void) {
    var rest = box?.rest ?? RequestRest()
    body(&rest)
    box = RestBox(rest)
  }
}
