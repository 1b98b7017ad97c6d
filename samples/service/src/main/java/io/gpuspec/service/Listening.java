package io.gpuspec.service;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.inspect.Inspector;
import java.util.Optional;

/**
 * What a service answers with, and where.
 *
 * @param inspector what judges manifests
 * @param port 0 is a port that is free
 * @param tls the certificate; without it, the service speaks plain HTTP
 */
record Listening(Gpus gpus, Inspector inspector, String address, int port, Optional<Tls> tls) {}
