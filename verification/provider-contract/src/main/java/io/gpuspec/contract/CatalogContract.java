package io.gpuspec.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuSpec;
import io.gpuspec.Shape;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.json.GpuJson;
import io.gpuspec.scheduling.Allocatable;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The clauses on a provider's catalogs. That names are unique, sizes ascend and prices are positive
 * and of one currency is refused when a file is read, and needs no clause.
 */
interface CatalogContract extends Clauses {

  @Test
  @DisplayName("[catalog-1] every catalog file conforms to catalog.schema.json")
  default void filesConformToTheSchema() throws IOException {
    for (Target target : subject().editions()) {
      Optional<InputStream> file = subject().catalogFile(target.edition());
      assertThat(file)
          .as("the file of %s; where it has another name, override catalogFile", target)
          .isPresent();
      try (InputStream in = file.orElseThrow()) {
        assertThat(Schemas.CATALOG.problems(Schemas.text(in))).as("%s", target).isEmpty();
      }
    }
  }

  @Test
  @DisplayName("[catalog-2] a catalog is of the target and the edition that were asked for")
  default void catalogsAreThoseAskedFor() {
    Cases.all(
        subject().choices(),
        target -> {
          assertThat(target.catalog().target()).isEqualTo(target.id());
          assertThat(target.catalog().edition()).isEqualTo(target.edition());
        });
  }

  @Test
  @DisplayName("[catalog-3] the same choices give the same catalog")
  default void catalogsAreTheSameEveryTime() {
    List<Target> before = subject().choices();
    List<Target> after = subject().anew().choices();
    for (int i = 0; i < before.size(); i++) {
      assertThat(written(after.get(i))).isEqualTo(written(before.get(i)));
    }
  }

  private static String written(Target target) {
    SpecCatalog all = target.catalog().includeRetired();
    return GpuJson.write(all)
        + all.specs().stream()
            .flatMap(row -> row.shapes().stream())
            .map(shape -> "\n" + shape + ", usable " + shape.allocatable())
            .collect(Collectors.joining());
  }

  @Test
  @DisplayName(
      "[catalog-4] pods can use something of every shape whose size is known, and no more than there is")
  default void allocatableIsPartOfCapacity() {
    Cases.all(
        rows().stream().filter(GpuSpec::isSized).flatMap(row -> row.shapes().stream()).toList(),
        CatalogContract::isPartOfCapacity);
  }

  private List<GpuSpec> rows() {
    return subject().choices().stream().flatMap(each -> Subject.rows(each).stream()).toList();
  }

  private static void isPartOfCapacity(Shape shape) {
    Allocatable usable = shape.allocatable();
    assertThat(usable.cpu().isZero() || usable.memory().isZero())
        .as("%s leaves %s: nothing", shape, usable)
        .isFalse();
    assertThat(shape.cpu().isAtLeast(usable.cpu()) && shape.memory().isAtLeast(usable.memory()))
        .as("%s leaves %s: more than it has", shape, usable)
        .isTrue();
  }

  @Test
  @DisplayName("[catalog-5] of a larger size of a row, pods can use as much as of a smaller one")
  default void largerSizesLeaveNoLess() {
    Cases.all(rows(), CatalogContract::leavesNoLessWhenLarger);
  }

  private static void leavesNoLessWhenLarger(GpuSpec row) {
    List<Shape> shapes = row.shapes();
    for (int i = 1; i < shapes.size(); i++) {
      Allocatable smaller = shapes.get(i - 1).allocatable();
      Allocatable larger = shapes.get(i).allocatable();
      assertThat(
              larger.cpu().isAtLeast(smaller.cpu()) && larger.memory().isAtLeast(smaller.memory()))
          .as("%s leaves %s, the size before it %s", shapes.get(i), larger, smaller)
          .isTrue();
    }
  }
}
