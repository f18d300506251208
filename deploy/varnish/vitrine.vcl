# Varnish in front of the gateway: keeps what the gateway permits, and purges it by the tags that the frontend sends
# (PURGE_KIND=varnish). It needs the module xkey, Debian's package varnish-modules.
vcl 4.1;

import xkey;

backend gateway {
    .host = "127.0.0.1";
    .port = "8080";
}

# The frontend's addresses.
acl purgers {
    "127.0.0.1";
}

sub vcl_recv {
    if (req.method == "PURGE") {
        if (client.ip !~ purgers) {
            return (synth(403));
        }
        if (!req.http.Surrogate-Key) {
            return (synth(400));
        }
        return (synth(200, "Purged " + xkey.purge(req.http.Surrogate-Key)));
    }
    if (req.http.Authorization) {
        return (pass);
    }
    # Pages don't depend on cookies. The gateway doesn't let anyone keep a response to a request that has one.
    if (req.url ~ "^/en/") {
        unset req.http.Cookie;
    }
}

sub vcl_backend_response {
    if (beresp.http.Surrogate-Key) {
        set beresp.http.xkey = beresp.http.Surrogate-Key;
    }
}

sub vcl_deliver {
    unset resp.http.xkey;
}
