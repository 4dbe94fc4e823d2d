import FoundationEssentials
import WebMessages

/// The steps through which every request passes, in order.
///
/// Each step does one thing and passes the request to the next step; the response comes back through the same
/// steps. The first step is the outermost:
///
/// | step | what it does |
/// |---|---|
/// | ``DeferStep`` | lets the client's deferral keep a write that cannot be sent now |
/// | ``AnnounceStep`` | posts the events of the response, after the hooks have run |
/// | ``HookStep`` | runs the client's hooks, once each |
/// | ``RetryStep`` | sends the request again after a temporary failure |
/// | ``RecoverStep`` | renews the credentials after a 401, and repeats the request once |
/// | ``BreakerStep`` | asks the circuit breaker, and reports the outcome to it |
/// | ``ReadStep`` | reads the body |
/// | ``RedirectStep`` | follows redirects |
/// | ``AuthorizeStep`` | adds what the client adds to each request, and credentials where they may go |
/// | ``CacheStep`` | asks the server whether a stored response is still good |
/// | ``TraceStep`` | writes the lines of a trace |
/// | ``TransportStep`` | hands the message to the transport |
///
/// A streamed request passes through the same steps, but the caller reads its body.
struct Pipeline {
  let first: DeferStep

  init(_ client: APIClientSnapshot) {
    let transport = TransportStep(transport: client.settings.transport, home: client.settings.home)
    let trace = TraceStep(client: client, next: transport)
    let cache = CacheStep(client: client, next: trace)
    let authorize = AuthorizeStep(next: cache)
    let redirect = RedirectStep(client: client, next: authorize)
    let read = ReadStep(client: client, next: redirect)
    let breaker = BreakerStep(client: client, next: read)
    let recover = RecoverStep(client: client, next: breaker)
    let retry = RetryStep(client: client, next: recover)
    let hooks = HookStep(client: client, next: retry)
    let announce = AnnounceStep(client: client, next: hooks)
    first = DeferStep(client: client, next: announce)
  }
}
