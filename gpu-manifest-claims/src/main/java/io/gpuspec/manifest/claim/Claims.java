package io.gpuspec.manifest.claim;

import io.gpuspec.Devices;
import io.gpuspec.Match;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.internal.claim.Cel;
import io.gpuspec.manifest.internal.claim.ClaimObjects;
import io.gpuspec.manifest.internal.claim.ClaimWriter;
import io.gpuspec.manifest.internal.claim.TaintRule;
import io.gpuspec.manifest.internal.dra.ClaimSupport;
import io.gpuspec.manifest.internal.dra.ClaimTemplate;
import io.gpuspec.manifest.internal.dra.FileClaims;
import io.gpuspec.manifest.internal.fields.Internal;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** What the builder finds as a service. */
@Internal
public final class Claims implements ClaimSupport {

  @Override
  public FileClaims claims() {
    return new ReadClaims(new ClaimObjects());
  }

  @Override
  public ClaimTemplate template(
      Match.Found found,
      Devices asked,
      ClaimTemplate.Form form,
      Set<String> resources,
      String template) {
    return new ClaimWriter(found, asked, form, resources, template);
  }

  @Override
  public void check(String what, String expression) {
    Cel.check(what, expression);
  }

  @Override
  public Optional<UnaryOperator<KubeObject>> taints(YamlPlace object) {
    return TaintRule.of(object).map(rule -> rule::on);
  }
}
