// A program without a shell needs to import SeashellNetwork only.
@_exported public import CoreEvents
@_exported public import CoreJSON
@_exported public import WebAPI
@_exported public import WebCurl
@_exported public import WebMessages
